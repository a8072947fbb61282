import { kinds } from "../../../src/kinds/kinds.ts";
import type { DesiredResource } from "../../../src/model/desired.ts";
import type { Kind } from "../../../src/model/kind.ts";
import { apiName, keyFields } from "../../../src/model/kind-index.ts";
import type { State } from "../../../src/platform/store/state.ts";
import type { Json } from "../../../src/text/json.ts";
import { type JournalFile, readJournal } from "../journals.ts";
import type { Look } from "../look.ts";
import type { Act } from "../story.ts";
import { createdId, madeIn } from "./made.ts";

/**
 * What nobody can know again: its answer was lost, so no journal has its id; and somebody renamed it before docform
 * looked, so that it has not the name that was sent, or made another one meanwhile that looks the same.
 */
export function lostIn(acts: readonly Act[]): (id: string) => boolean {
  const renamed = new Set(renamesIn(acts).map(({ id }) => id));
  const known = new Set(acts.flatMap(({ journals }) => journals.flatMap(idsIn)));
  const twins = twinsIn(acts);
  return (id) => !known.has(id) && (renamed.has(id) || twins.has(id));
}

/** Somebody has given something another name. */
interface Rename {
  readonly id: string;
  readonly kind: string;
  /** Name of the field, as manifests have it. */
  readonly field: string;
  readonly name: Json;
}

/** What somebody renamed by hand, in the order of a story. */
export function renamesIn(acts: readonly Act[]): readonly Rename[] {
  return acts.flatMap(({ edits }) => edits.flatMap((edit) => renameIn(edit) ?? []));
}

/** What an edit gave another name, as `createAdmin` tells it. */
function renameIn(edit: string): Rename | undefined {
  const [, written, kindName, id, value] = /^(\S+) of (\S+) (\S+) is (.*)$/s.exec(edit) ?? [];
  const kind = kinds.find(({ name }) => name === kindName);
  if (kind === undefined || id === undefined || value === undefined) return undefined;
  const fields: Kind["fields"] = kind.fields;
  const keys = keyFields(kind);
  const field = keys.find((key) => fields[key] !== undefined && apiName(key, fields[key]) === written);
  return field === undefined ? undefined : { id, kind: kind.name, field, name: JSON.parse(value) };
}

function idsIn(file: JournalFile): readonly string[] {
  const outcomes = readJournal(file).journal?.outcomes.values() ?? [];
  return [...outcomes].flatMap(({ id }) => id ?? []);
}

/**
 * Copies whose original somebody copied too after the run that made them had looked what was there: the call says
 * nothing of its own, so two new copies look the same.
 */
function twinsIn(acts: readonly Act[]): ReadonlySet<string> {
  return new Set(
    acts.flatMap((act, index) =>
      madeIn(act).flatMap(({ id, exchange: { method, path, body } }) => {
        const since = acts.slice(index);
        const isCopied = since.some(({ edits }) => edits.includes(`create by ${method} ${path}`));
        return body === undefined && isCopied && hasTwin(id, act, since) ? [id] : [];
      }),
    ),
  );
}

/** Is there a space now that was not there when a run looked, and that no run of docform has made? */
function hasTwin(id: string, { begun }: Act, since: readonly Act[]): boolean {
  const there = begun === undefined ? undefined : readJournal(begun).journal?.there;
  const made = since.flatMap(({ exchanges }) => exchanges.map(createdId));
  const known = new Set([...(there ?? []).flatMap(({ ids }) => ids), ...made]);
  const { spaces } = JSON.parse(since.at(-1)?.state ?? "{}") as Pick<State, "spaces">;
  const isBeside = ({ organization, deletedAt }: State["spaces"][string]): boolean =>
    organization === spaces[id]?.organization && deletedAt === undefined;
  return Object.values(spaces).some((one) => isBeside(one) && !known.has(one.id));
}

/**
 * What was made for an address, and got by hand the name that another address declares: it is that other one from then
 * on, as names decide, and the first is made again; whatever becomes of the other one. A plan warned before it was.
 */
export function tookIn(
  acts: readonly Act[],
  declared: readonly DesiredResource[],
  address: string,
): (id: string) => boolean {
  const taken = new Set(
    renamesIn(acts).flatMap((rename) =>
      declared.some((other) => other.address !== address && isCalled(other, rename)) ? [rename.id] : [],
    ),
  );
  return (id) => taken.has(id) && acts.some(({ before }) => isWarned(before, address, id));
}

function isCalled({ kind, values }: DesiredResource, rename: Rename): boolean {
  return kind === rename.kind && values[rename.field] === rename.name;
}

function isWarned(look: Look, address: string, id: string): boolean {
  if (!("plan" in look)) return false;
  return look.plan.diagnostics.some(
    ({ code, message }) => code === "DF3009" && message.includes(`that ${address} is "${id}"`),
  );
}
