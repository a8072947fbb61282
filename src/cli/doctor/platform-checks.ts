import { type Client, readOnly } from "../../client/client.ts";
import { type PooledTransport, type TransportOptions, undiciTransport } from "../../client/transport.ts";
import type { Io } from "../../io/io.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import type { Check } from "../../model/documents/doctor-document.ts";
import { type MissingRight, missingRights } from "../../planner/guards/access.ts";
import { platformAddress } from "../../project/address.ts";
import { connect, openClient } from "../../project/connect.ts";
import type { ConnectionOptions } from "../../project/options.ts";
import { tokenOwners } from "../../project/token/token.ts";
import { counted } from "../../render/words.ts";
import { makePlan } from "../../runs/make-plan.ts";
import { failedBy, skipped } from "./check-results.ts";

/** Seconds that a clock may be wrong: times in records and journals are compared with those of the platform. */
const mostSkew = 60;

/**
 * Checks that the platform answers and accepts the token, that the clock is right, and which rights the token
 * has.
 */
export async function checkPlatform(
  io: Io,
  options: ConnectionOptions,
  project: Project,
): Promise<readonly Check[]> {
  const times = watchDates(io);
  const opened = await openFor(times.io, options, project).catch((problem: unknown) =>
    failedBy("platform", problem),
  );
  if ("status" in opened) return [opened, skipped("clock"), skipped("rights")];
  try {
    const reached = await reach(opened.client, opened.baseUrl, project);
    const rights = reached.status === "ok" ? await checkRights(io, options, project) : skipped("rights");
    return [reached, checkClock(times.skew()), rights];
  } finally {
    await opened.close();
  }
}

async function openFor(io: Io, options: ConnectionOptions, project: Project) {
  const opening = { ...options, organizations: tokenOwners(project) };
  return openClient(io, opening, platformAddress(io, options.env, project.baseUrl));
}

async function reach(client: Client, baseUrl: string, { edition }: Project): Promise<Check> {
  try {
    await readOnly(client).call("listOrganizations", { query: { limit: 1 } });
    const message = `${baseUrl} answers, and takes the token; API edition ${edition}`;
    return { name: "platform", status: "ok", message };
  } catch (problem) {
    return failedBy("platform", problem);
  }
}

/** Notes how far the clock of the platform is from ours, by the Date header of its last answer. */
function watchDates(io: Io): { readonly io: Io; readonly skew: () => number | undefined } {
  let skew: number | undefined;
  const openTransport = (options: TransportOptions): PooledTransport => {
    const transport = (io.openTransport ?? undiciTransport)(options);
    const watching: PooledTransport = Object.assign(
      async (request: Parameters<PooledTransport>[0]) => {
        const answer = await transport(request);
        const date = Date.parse(answer.headers.date ?? "");
        if (!Number.isNaN(date)) skew = (io.now() - date) / 1000;
        return answer;
      },
      { close: () => transport.close() },
    );
    return watching;
  };
  return { io: { ...io, openTransport }, skew: () => skew };
}

function checkClock(skew: number | undefined): Check {
  const name = "clock";
  if (skew === undefined) return { name, status: "skipped", message: "the platform did not say its time" };
  // The header has whole seconds.
  const seconds = Math.round(Math.abs(skew));
  if (seconds <= mostSkew) return { name, status: "ok", message: `within ${mostSkew} s of the platform's` };
  const side = skew > 0 ? "ahead of" : "behind";
  const message = `${seconds} s ${side} the clock of the platform`;
  return { name, status: "warn", message, fix: "set the clock of this machine, best by NTP" };
}

async function checkRights(io: Io, options: ConnectionOptions, project: Project): Promise<Check> {
  const name = "rights";
  if (hasErrors(project.diagnostics))
    return { name, status: "skipped", message: "not looked at, as the project has errors" };
  const connection = await connect(io, options, project);
  try {
    const { live, liveByAddress, desired } = await makePlan(project, connection);
    const missing = missingRights(desired, live, liveByAddress(), project.kinds.all);
    if (missing.length > 0) return lacking(name, missing);
    return { name, status: "ok", message: "the platform refuses nothing that the manifests manage" };
  } catch (problem) {
    return failedBy(name, problem);
  } finally {
    await connection.close();
  }
}

function lacking(name: string, missing: readonly MissingRight[]): Check {
  const parts = missing.map(({ permission, of, organization, addresses }) => {
    const [first, ...more] = addresses;
    const others = more.length === 0 ? "" : ` and ${counted(more.length, "other")}`;
    return `"${permission}" of ${of === "organization" ? `the organization ${organization}` : `the ${of}`} for ${first}${others}`;
  });
  const fix = "use a token with these permissions to apply; to plan, none of them is needed";
  return { name, status: "warn", message: `the token lacks ${parts.join("; ")}`, fix };
}
