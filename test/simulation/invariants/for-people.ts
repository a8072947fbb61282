import type { Diagnostic } from "../../../src/model/diagnostic.ts";
import type { State } from "../../../src/platform/store/state.ts";
import type { Act } from "../story.ts";
import { isDone, sawStale } from "./invariant.ts";
import { createdId } from "./made.ts";
import { renamesIn } from "./nobodys.ts";

const moveByHand = /^move by POST \/v1\/\w+\/([^/]+)\/move$/;
const sectionByHand = /^move by POST \/v1\/orgs\/[^/]+\/sites\/([^/]+)\/sections\/[^/]+\/move$/;

/** Is there no plan for nothing else than what somebody may have made by hand: what no tool tells apart, or finds? */
export function isForPeople(problem: string, acts: readonly Act[]): boolean {
  const errors = diagnosticsIn(problem).filter(({ severity }) => severity === "error");
  return errors.length > 0 && errors.every((one) => isByHand(one, acts));
}

function isByHand({ code, message }: Diagnostic, acts: readonly Act[]): boolean {
  const edits = acts.flatMap((act) => act.edits);
  switch (code) {
    // Which of two is meant.
    case "DF3001":
      return edits.length > 0 || isMadeTwice(message, acts);
    case "DF3002":
      return edits.length > 0;
    case "DF3003":
      return isPinLost(message, acts);
    case "DF3010":
      return isOutOfReach(message, acts);
    default:
      return false;
  }
}

/** Has a run that was shown an old list made what another one had made? No client tells such a list from a fresh one. */
function isMadeTwice(message: string, acts: readonly Act[]): boolean {
  const ids = [...message.matchAll(/"([^"]+)" \(/g)].map(([, id]) => id);
  const makers = ids.map((id) =>
    acts.find(({ exchanges }) => exchanges.some((one) => createdId(one) === id)),
  );
  return makers.every((act) => act !== undefined) && makers.slice(1).some((act) => act && sawStale(act));
}

/**
 * Is nothing there, or in that organization, that a pin names? What else it is to be that somebody has deleted (of a
 * collection, all that is in it goes along, A19); what shall come from there and has another name; and what somebody
 * moved into what was transferred or deleted just then.
 */
function isPinLost(message: string, acts: readonly Act[]): boolean {
  const edits = acts.flatMap((act) => act.edits);
  if (edits.some((edit) => edit.startsWith("delete by "))) return true;
  const moved = edits.flatMap((edit) => moveByHand.exec(edit)?.[1] ?? []);
  const goneBy = (operation: string): readonly string[] => (hasDone(acts, operation) ? moved : []);
  const elsewhere = [...renamesIn(acts).map(({ id }) => id), ...goneBy("transferCollection")];
  return (
    elsewhere.some((id) => message.includes(`is pinned to id "${id}", which is in the organization`)) ||
    goneBy("deleteCollection").some((id) => message.includes(`is pinned to id "${id}", which is not on the`))
  );
}

/**
 * Did somebody move a section in the site of a pinned group, so that only a group with another id could stand as
 * declared (A25)? Just before, there was a plan.
 */
function isOutOfReach(message: string, acts: readonly Act[]): boolean {
  return acts.some(({ before, edits, state }) => {
    const sites = edits.flatMap((edit) => sectionByHand.exec(edit)?.[1] ?? []);
    const groups = sites.flatMap((site) => groupsOf(state, site));
    return "plan" in before && groups.some((id) => message.endsWith(` it would not be ${id}`));
  });
}

/** Ids of the section groups of a site. */
function groupsOf(state: string, siteId: string): readonly string[] {
  const { organizations } = JSON.parse(state) as Pick<State, "organizations">;
  return Object.values(organizations.byId).flatMap(({ sites }) =>
    Object.keys(sites.byId[siteId]?.groups ?? {}),
  );
}

function hasDone(acts: readonly Act[], operation: string): boolean {
  return acts.some(({ exchanges }) => exchanges.some((one) => one.operation === operation && isDone(one)));
}

function diagnosticsIn(problem: string): readonly Diagnostic[] {
  try {
    return (JSON.parse(problem) as { readonly diagnostics: readonly Diagnostic[] }).diagnostics;
  } catch {
    return [];
  }
}
