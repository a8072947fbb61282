import { actorOf, commitOf, type Io, timeOf } from "../../io/io.ts";
import { version } from "../../io/version.ts";
import { organizationOf } from "../../model/address.ts";
import { hidesName } from "../../model/display-name.ts";
import type { BeforeImage } from "../../model/documents/document-parts.ts";
import type { Change, PlanDocument, Step } from "../../model/documents/plan-document.ts";
import type { Kind } from "../../model/kind.ts";
import type { LiveResource } from "../../model/live.ts";
import type { CommonOptions } from "../../project/options.ts";
import type { Backend } from "../../state/backend.ts";
import { type JournalLine, journalFormatVersion, type LineOf } from "../../state/journal-line.ts";
import { linesText } from "../../state/journal-writer.ts";
import { mostTextBytes, TooLarge } from "../../state/state-size.ts";
import type { Json } from "../../text/json.ts";
import type { RunFacts } from "./run-images.ts";

/** The lines before the first call: how everything was. Throws `TooLarge` when the journal would be too large to read again. */
export function linesBefore(
  facts: RunFacts,
  images: readonly BeforeImage[],
  at: string,
): readonly JournalLine[] {
  const before = images.map((image) => ({ type: "before" as const, ...image }));
  const lines = [...before, ...thereLines(facts)];
  // The last line says how all of it is after the run.
  checkSize(facts, [...lines, ...before], at);
  return lines;
}

/** Throws `TooLarge` when the journal of a run would be larger than what can be read again. */
function checkSize({ document }: RunFacts, lines: readonly JournalLine[], at: string): void {
  const intents = document.steps.map((step) => intentLine(step, at));
  const bytes = Buffer.byteLength(linesText([...lines, ...intents])) + intents.length * outcomeBytes;
  if (bytes > mostTextBytes) throw new TooLarge("the journal of this run", bytes, mostTextBytes);
}

/** About what the outcome of a step takes. */
const outcomeBytes = 250;

/** The first line of a journal. */
export function headerOf(
  io: Io,
  options: CommonOptions,
  facts: RunFacts,
  { run, project }: { readonly run: string; readonly project: Backend["project"] },
): LineOf<"run"> {
  const { platform, organizations, digest, steps, changes } = facts.document;
  const [by, commit] = [actorOf(io), commitOf(io)];
  return {
    type: "run",
    formatVersion: journalFormatVersion,
    run,
    command: facts.undoes === undefined ? "apply" : "undo",
    ...(facts.undoes === undefined ? {} : { undoes: facts.undoes }),
    lock: facts.lock,
    at: timeOf(io),
    docform: version,
    platform,
    organizations,
    ...(project === undefined ? {} : { project: project.project }),
    ...(project?.patterns === undefined ? {} : { scope: [...project.patterns] }),
    ...(options.env === undefined ? {} : { environment: options.env }),
    ...(by === undefined ? {} : { by }),
    ...(commit === undefined ? {} : { commit }),
    digest,
    calls: steps.length,
    changes: changes.filter(({ action }) => action !== "blocked").map(changeLine),
  };
}

function changeLine({ address, kind, action, id, fields }: Change): LineOf<"run">["changes"][number] {
  return {
    address,
    kind,
    action,
    ...(id === undefined ? {} : { id }),
    ...(fields === undefined ? {} : { fields: fields.map(({ path }) => path) }),
  };
}

/**
 * The lines that list all objects of each kind that the plan creates or deletes, with the names of the copied
 * ones.
 */
function thereLines(facts: RunFacts): readonly JournalLine[] {
  const { document, live } = facts;
  const { kinds } = facts.project;
  const isHidden = hidesNameIn(facts);
  const comingAndGoing = new Map(
    document.changes
      .filter(({ action }) => action === "create" || action === "delete")
      .map(({ kind, address }) => [`${organizationOf(address)} ${kind}`, { kind, address }]),
  );
  return [...comingAndGoing.values()].map(({ kind, address }) => {
    const organization = organizationOf(address);
    const all = live.resources.filter((one) => one.kind === kind && one.organization === organization);
    const originals = originalsIn(document, kinds.get(kind));
    const named = all.filter((one) => originals.has(one.id) && !isHidden(one));
    const names = Object.fromEntries(named.map(({ id, answer }) => [id, kinds.get(kind).label(answer)]));
    const ids = all.map(({ id }) => id);
    return { type: "there", organization, kind, ids, ...(named.length === 0 ? {} : { names }) };
  });
}

/** The ids of the objects of a kind that the plan copies. */
function originalsIn({ steps }: PlanDocument, { tree, idParam }: Kind): ReadonlySet<Json | undefined> {
  const copying = steps.filter(({ operation }) => operation === tree?.copy?.name);
  return new Set(copying.map(({ params }) => params[idParam]));
}

/** Does something have a name that must not be shown? */
function hidesNameIn({ document, project }: RunFacts): (live: LiveResource) => boolean {
  const { observed = {} } = document;
  const { kinds } = project;
  const hiding = project.desired.resources.filter((one) => hidesName(kinds.get(one.kind), one));
  // An object outside the plan has the address of its manifest, or none.
  return ({ id, kind, organization, answer }) =>
    hiding.some(
      (one) =>
        one.kind === kind &&
        one.organization === organization &&
        (observed[one.address]?.id === id || one.values.title === kinds.get(kind).label(answer)),
    );
}

/** The step that a line is of. */
export function stepFacts({ id, address, operation }: Step) {
  return { step: id, address, operation };
}

/** The line before a call. */
export function intentLine(step: Step, at: string): LineOf<"intent"> {
  const { params, body } = step;
  return { type: "intent", at, ...stepFacts(step), params, ...(body === undefined ? {} : { body }) };
}
