import type { JsonObject } from "../../text/json.ts";
import { prerequisites, type StepDraft, sourcesOf, withPrerequisites } from "../state/draft.ts";

/**
 * Splits each call that shuts people out and waits for something other than its own object: the closing fields go
 * first, the rest waits.
 */
export function withFirstNarrowing(drafts: readonly StepDraft[]): readonly StepDraft[] {
  return drafts.flatMap((draft) => {
    const about = sourcesOf(draft.params as JsonObject);
    // A field that also lets others in may wait: the plan shows it as an exposure.
    const names = (draft.narrowing ?? []).filter((name) => draft.widening?.includes(name) !== true);
    const [first, rest] = parted(draft, names);
    if (first === undefined || draft.after.every((one) => about.includes(one.key))) return [draft];
    const key = `${draft.key} narrowing`;
    return [
      { ...first, key, after: draft.after.filter((one) => about.includes(one.key)) },
      withPrerequisites(rest, [key], "access"),
    ];
  });
}

/** Splits each call that lets people in while a closing call waits for it: the opening fields go last. */
export function withLastWidening(
  drafts: readonly StepDraft[],
  isWaitedFor: (key: string) => boolean,
): readonly StepDraft[] {
  return drafts.flatMap((draft) => {
    const [last, rest] = parted(draft, draft.widening ?? []);
    if (last === undefined || !isWaitedFor(draft.key)) return [draft];
    return [rest, { ...last, key: `${draft.key} widening`, after: prerequisites([draft.key], "access") }];
  });
}

/** A call with some fields of the body, and the same one with the others; nothing when either has none. */
function parted(draft: StepDraft, names: readonly string[]): readonly [StepDraft | undefined, StepDraft] {
  const { body = {}, narrowing = [], widening = [] } = draft;
  const isOf = ([name]: readonly [string, unknown]): boolean => names.includes(name);
  const [own, others] = [Object.entries(body).filter(isOf), Object.entries(body).filter((one) => !isOf(one))];
  if (own.length === 0 || others.length === 0) return [undefined, draft];
  const { key, address, operation, params, after, scope } = draft;
  const audience = (isIn: boolean): Pick<StepDraft, "narrowing" | "widening"> => ({
    narrowing: narrowing.filter((name) => names.includes(name) === isIn),
    widening: widening.filter((name) => names.includes(name) === isIn),
  });
  const base = { key, address, operation, params, after, ...(scope === undefined ? {} : { scope }) };
  return [
    { ...base, body: Object.fromEntries(own), ...audience(true) },
    { ...draft, body: Object.fromEntries(others), ...audience(false) },
  ];
}
