import type { ProjectScope } from "../../model/desired.ts";
import { error } from "../../model/diagnostic.ts";
import { Stop, stop } from "../../model/stop.ts";
import { overlapOf } from "../../planner/state/scope.ts";
import { compareNames } from "../../text/compare-names.ts";
import { parseJson } from "../../text/json.ts";
import type { Backend, RecordStore, Versioned } from "../backend.ts";
import type { JournalHeader } from "../journal-line.ts";
import { recordText } from "../record.ts";
import { projectRecords, type RecordFile, recordFormatVersion, recordIn } from "../record-file.ts";

/** The record by project, without the version of its form. */
type Parts = Readonly<Record<string, Omit<RecordFile, "formatVersion">>>;

/** The record is that of a project without a name, of which a project with one asks. */
export class NamelessRecord extends Stop {
  readonly version: string;

  constructor(place: string, name: string, version: string) {
    const message = `the record in ${place} is of a project without a name, and docform.yaml names the project "${name}"`;
    const hint =
      "to give it the name: docform state pull > record.json without project: in docform.yaml, then docform state push --force record.json with it. If it is of another project, keep the state elsewhere";
    super([error("DF5042", message, { hint })]);
    this.name = "NamelessRecord";
    this.version = version;
  }
}

/**
 * A place as one project sees it: with the part of the record that is its own. It writes its own part alone. Reading throws
 * `Stop` where two projects could manage the same in one of these organizations, or where one of two has no name.
 */
export function projectPart(
  place: Backend,
  project: ProjectScope | undefined,
  organizations: readonly string[],
): Backend {
  return partOfPlace(place, project, (whole, name) => {
    const parts = partsIn(whole.text);
    if (parts === undefined && recordIn(whole.text).record !== undefined)
      throw new NamelessRecord(place.place, name, whole.version);
    if (project !== undefined && parts !== undefined) refuseOverlap(parts, project, organizations);
  });
}

/** The same of a place that nobody writes to any more: a record there may be from before the project had a name. */
export function formerPart(place: Backend, project: ProjectScope | undefined): Backend {
  return partOfPlace(place, project, () => {});
}

function partOfPlace(
  place: Backend,
  project: ProjectScope | undefined,
  check: (whole: Versioned, name: string) => void,
): Backend {
  const { record } = place;
  if (project === undefined) return { ...place, record: { ...record, read: () => nameless(place) } };
  const { project: name } = project;
  let last: Versioned | undefined;
  const readWhole = async (): Promise<Versioned | undefined> => {
    last = await record.read();
    return last;
  };
  const read: RecordStore["read"] = async () => {
    const whole = await readWhole();
    if (whole === undefined) return undefined;
    check(whole, name);
    const parts = partsIn(whole.text);
    if (parts === undefined) return whole;
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    return part && { text: textOf(part), version: whole.version };
  };
  const write: RecordStore["write"] = async (text, over) => {
    const { record: own } = recordIn(text);
    if (own === undefined) throw new Error("the text to write is no record");
    const whole = last ?? (await readWhole());
    // Of a version that is no longer there, the place says so.
    await record.write(withPart(whole?.text, name, own), over ?? whole?.version);
    last = undefined;
  };
  return { ...place, project, record: { read, write } };
}

/** Is a run one of this project? One without a name is from before the project had one. */
export function isOfProject(
  { project }: Pick<JournalHeader, "project">,
  state: Pick<Backend, "project">,
): boolean {
  return project === undefined || project === state.project?.project;
}

function textOf(part: Parts[string]): string {
  return recordText({ formatVersion: recordFormatVersion, ...part });
}

/** The parts of a record; undefined for one of a project without a name, and for a text that is none. */
function partsIn(text: string): Parts | undefined {
  return text.includes('"projects"') ? projectRecords.safeParse(parseJson(text)).data?.projects : undefined;
}

function withPart(text: string | undefined, name: string, own: RecordFile): string {
  const { formatVersion, ...part } = own;
  const all = Object.entries({ ...(text === undefined ? {} : partsIn(text)), [name]: part });
  const projects = Object.fromEntries(all.sort(([a], [b]) => compareNames(a, b)));
  return `${JSON.stringify({ formatVersion, projects }, undefined, 2)}\n`;
}

/** Reads for a project without a name. */
async function nameless({ place, record }: Backend): Promise<Versioned | undefined> {
  const read = await record.read();
  const names = Object.keys((read && partsIn(read.text)) ?? {});
  if (names.length === 0) return read;
  const message = `the record in ${place} is of ${names.length === 1 ? "the project" : "the projects"} ${names.join(", ")}, and docform.yaml names no project`;
  const hint = "write project: NAME into docform.yaml, and its scope:, or keep the state elsewhere";
  throw stop("DF5042", message, { hint });
}

/** Throws `Stop` when another project of the record could manage what this one does, in one of its organizations. */
function refuseOverlap(parts: Parts, { project, patterns }: ProjectScope, organizations: readonly string[]) {
  for (const [name, { platforms }] of Object.entries(parts)) {
    if (name === project) continue;
    for (const [id, { scope }] of Object.values(platforms).flatMap((one) => Object.entries(one))) {
      const both = organizations.includes(id) ? overlapOf(patterns, scope) : undefined;
      if (both === undefined) continue;
      const message = `two projects may manage the same in ${id}: "${project}" has ${both.own} in its scope, and "${name}" has ${both.others}`;
      const hint = `make one scope narrower: that of "${name}" counts as it was at its last apply. If this is that project under a new name, give it the old one again: project: ${name}`;
      throw stop("DF5042", message, { hint });
    }
  }
}
