import type { Kind } from "../../../src/core/kind.ts";
import { apiName, keyFields } from "../../../src/core/kind-index.ts";
import { kinds } from "../../../src/kinds/kinds.ts";
import type { State } from "../../../src/platform/state.ts";
import { type JournalFile, readJournal } from "../journals.ts";
import type { Act } from "../story.ts";
import { createdId, madeIn } from "./made.ts";

/**
 * What nobody can know again: its answer was lost, so no journal has its id; and somebody renamed it before docform
 * looked, so that it has not the name that was sent, or made another one meanwhile that looks the same.
 */
export function lostIn(acts: readonly Act[]): (id: string) => boolean {
  const renamed = new Set(acts.flatMap(({ edits }) => edits.flatMap((edit) => renamedBy(edit) ?? [])));
  const known = new Set(acts.flatMap(({ journals }) => journals.flatMap(idsIn)));
  const twins = twinsIn(acts);
  return (id) => !known.has(id) && (renamed.has(id) || twins.has(id));
}

/** Id of what an edit gave another name, as `createAdmin` tells it. */
function renamedBy(edit: string): string | undefined {
  const [, field, name, id] = /^(\S+) of (\S+) (\S+) is /.exec(edit) ?? [];
  const kind = kinds.find((one) => one.name === name);
  const fields: Kind["fields"] = kind?.fields ?? {};
  const keys = kind === undefined ? [] : keyFields(kind);
  return Object.entries(fields).some(([key, one]) => keys.includes(key) && apiName(key, one) === field)
    ? id
    : undefined;
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
 * What was made for an address and went to another one by the name that somebody gave it, after a plan had warned that
 * the name decides: that other one may have been transferred or deleted since, so that no address has it now.
 */
export function tookIn(acts: readonly Act[], address: string): (id: string) => boolean {
  return (id) =>
    acts.some(({ before }) => {
      if (!("plan" in before)) return false;
      const { diagnostics, changes } = before.plan;
      const isTold = diagnostics.some(
        ({ code, message }) => code === "DF3009" && message.includes(`${address} is "${id}"`),
      );
      return isTold && changes.some((one) => one.id === id && one.address !== address);
    });
}
