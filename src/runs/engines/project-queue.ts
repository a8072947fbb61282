import { relative, resolve } from "node:path";
import { findRepository } from "../../io/git-repository.ts";
import { hash } from "../../io/hash.ts";
import type { Io } from "../../io/io.ts";
import { version } from "../../io/version.ts";
import { Stop, stop } from "../../model/stop.ts";
import { changedOrganizations, type ProjectVersion } from "../../project/changed/compare-projects.ts";
import { projectAt } from "../../project/changed/project-at.ts";
import type { CommonOptions } from "../../project/options.ts";
import { checkStatePin } from "../../project/state-pin.ts";
import { listed } from "../../render/words.ts";
import { backendSecrets } from "../../state/backends/backends.ts";
import {
  databaseAddress,
  defaultProject,
  defaultSchema,
} from "../../state/backends/postgres/postgres-type.ts";
import { type JobQueue, openQueue } from "../../state/queue/job-queue.ts";

/** The queue of a project at one commit. */
export interface ProjectQueue extends JobQueue {
  /** The id of the commit that is checked out. */
  readonly commit: string;
}

/**
 * Opens the queue of a project, which is of one commit: a worker gets no unit of other manifests than its own. Throws
 * `Stop` when the state is not in PostgreSQL, and when the project is not as it is in that commit.
 */
export async function openProjectQueue(
  io: Io,
  options: CommonOptions<string>,
  present: ProjectVersion,
): Promise<ProjectQueue> {
  const { state } = present.project;
  if (state === undefined || state === "local" || state.postgres === undefined) {
    const hint = "write state: { postgres: {} } into docform.yaml, and set DOCFORM_STATE_URL";
    throw stop("DF5043", "workers share a queue in PostgreSQL, and the state of this project is elsewhere", {
      hint,
    });
  }
  checkStatePin(io, options.env, state);
  io.hide?.(backendSecrets(io.env), "everywhere");
  const url = databaseAddress(io);
  const { schema = defaultSchema, project = defaultProject } = state.postgres;
  const commit = await committed(io, options, present);
  const folder = resolve(io.cwd, options.directory);
  const top = (await findRepository(io.disk, folder))?.top ?? folder;
  const way = relative(top, (await io.disk.realPath(folder)) ?? folder);
  const variant = [way, options.env ?? "", options.var ?? []];
  const own = JSON.stringify([project, ...variant, version]);
  const owner = hash(JSON.stringify([project, present.project.desired.scope?.project ?? "", ...variant]));
  const queue = await openQueue({ url, schema, owner, name: `${commit}.${hash(own).slice(0, 16)}` });
  return { ...queue, commit };
}

/** The commit that is checked out. Throws `Stop` when the project here differs from what it is there. */
async function committed(io: Io, options: CommonOptions<string>, present: ProjectVersion): Promise<string> {
  const former = await projectAt(io, options, "HEAD").catch((problem: unknown) => {
    throw problem instanceof Stop ? withoutCommit(problem.message) : problem;
  });
  if ("problem" in former) throw withoutCommit(former.problem);
  const changed = changedOrganizations(former.version, present);
  if (!("allFor" in changed) && changed.size === 0) return former.commit;
  const differing = "allFor" in changed ? changed.allFor : someOf([...changed]);
  const message = `the project here is not as in the commit ${former.commit.slice(0, 7)}: ${differing}`;
  throw stop("DF5043", message, { hint: "commit the changes, or take them back" });
}

function withoutCommit(why: string): Stop {
  const hint = "workers take manifests by commit: run it in a checkout of one that has the project";
  return stop("DF5043", `the commit of this project is not known: ${why}`, { hint });
}

/** Maintains a queue when it was last maintained some time ago. What fails is tried again then. */
export function maintaining(io: Pick<Io, "monotonic">, queue: JobQueue): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    if (io.monotonic() - last < betweenMaintenance) return;
    last = io.monotonic();
    await queue.maintain().catch(() => {});
  };
}

const betweenMaintenance = 20_000;

/** The first names of many, and how many more there are. */
function someOf(names: readonly string[]): string {
  const more = names.length - 3;
  return listed([...names.slice(0, 3), ...(more > 0 ? [`${more} more`] : [])]);
}
