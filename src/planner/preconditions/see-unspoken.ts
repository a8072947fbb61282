import type { Change } from "../../model/documents/plan-document.ts";
import type { Kind } from "../../model/kind.ts";
import { keyAt, type LiveResource } from "../../model/live.ts";
import { lookAt } from "../snapshot.ts";
import { noteFields, type Watch } from "./footprint.ts";

/**
 * What a change rests on though no manifest need speak of it: who gets to see what is opened, how much is in what goes
 * and who uses it, and what a call leaves behind whose effect cannot be read otherwise.
 */
export function seeUnspoken(watch: Watch, change: Change): void {
  const live = watch.view.liveByKey(keyAt(change));
  if (live === undefined) return;
  const kind = watch.planning.kinds.get(live.kind);
  const paths = change.action === "delete" ? useOf(watch, kind, live) : besideFields(kind, change);
  noteFields(watch, change.address, live, paths);
}

/** Of what goes: somebody may have come to use it since, or put something into it. */
function useOf({ view }: Watch, kind: Kind, live: LiveResource): readonly string[] {
  const { inUse = [], tree } = kind;
  const at = tree?.shown?.at;
  const looked = { organization: live.organization, kind, live };
  // Where it is shown is no matter once somebody has reviewed that it is: only that nothing showed it.
  const isHidden = at !== undefined && lookAt(view, looked, at) === null;
  return isHidden ? [...inUse, at] : inUse;
}

/** Of what is to be updated, by the fields that change. */
function besideFields({ fields: known, task, processing }: Kind, { fields = [] }: Change): readonly string[] {
  return fields.flatMap(({ path, unreadable }) => {
    const field = known[path];
    if (field === undefined) return path === task?.name ? [path] : [];
    const audience = field.oneWay?.opensTo ?? [];
    const isProcessed = unreadable === true && processing?.startedBy === path;
    return [...[audience].flat(), ...(isProcessed ? [...processing.latest, processing.state] : [])];
  });
}
