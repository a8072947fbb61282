import type { FileEdit } from "../../manifest/edit/edit.ts";
import { indexKinds } from "../../manifest/load/kind-slots.ts";
import type { DesiredOrganization, DesiredResource } from "../../model/desired.ts";
import type { Differing, PullChanges, PullDifference } from "./difference.ts";
import { addition, fieldEdits, orderEdits, rootOrderEdits } from "./field-edits.ts";
import { listEdits } from "./list-edits.ts";
import { newInOrganization, newInResource } from "./new-things.ts";

/** The edits that make the manifests that are there say what they shall say, and touch nothing else. */
export function pullEdits(difference: PullDifference): PullChanges {
  const index = indexKinds(difference.kinds);
  const [before, after] = [difference.before, difference.after].map(
    ({ resources }) => new Map(resources.map((one) => [one.address, one])),
  );
  const differing: Differing = {
    ...difference,
    index,
    kindOf: ({ kind }) => {
      const found = index.byName.get(kind);
      if (found === undefined) throw new Error(`no kind is named ${kind}`);
      return found;
    },
    beforeAt: (address) => before?.get(address),
    afterAt: (address) => after?.get(address),
  };
  const resources = difference.after.resources.flatMap((one) => resourceEdits(differing, one));
  const removed = difference.before.resources.flatMap((one) => removal(differing, one));
  const roots = difference.before.organizations.flatMap((one) => organizationChanges(differing, one));
  return {
    edits: [...resources, ...removed, ...roots.flatMap(({ edits }) => edits)],
    parts: roots.flatMap(({ parts }) => parts),
  };
}

function resourceEdits(differing: Differing, after: DesiredResource): readonly FileEdit[] {
  const before = differing.beforeAt(after.address);
  if (before === undefined || before === after) return [];
  return [
    ...fieldEdits(differing, before, after),
    ...pinEdits(differing, before, after),
    ...presenceEdits(before, after),
    ...orderEdits(differing, before, after),
    ...listEdits(differing, before, after),
    ...newInResource(differing, before, after),
  ];
}

function pinEdits(
  differing: Differing,
  before: DesiredResource,
  { id }: DesiredResource,
): readonly FileEdit[] {
  if (id === undefined || before.id !== undefined) return [];
  return [addition(differing, before, "id", id)];
}

/** What was to go, and is there, is declared. */
function presenceEdits(before: DesiredResource, { address, absent }: DesiredResource): readonly FileEdit[] {
  const at = before.sources.absent;
  if (!before.absent || absent || at === undefined) return [];
  return [{ file: at.file, edit: { type: "removeEntry", at }, address, field: "absent" }];
}

/** What is no longer declared, and stands in no list of items. */
function removal({ afterAt, kindOf }: Differing, before: DesiredResource): readonly FileEdit[] {
  const { address, parent, source } = before;
  const isInside = parent !== undefined && afterAt(parent) === undefined;
  if (afterAt(address) !== undefined || isInside || kindOf(before).sequence !== undefined) return [];
  return [{ file: source.file, edit: { type: "removeEntry", at: source }, address }];
}

function organizationChanges(differing: Differing, organization: DesiredOrganization): PullChanges {
  const { edits, parts } = newInOrganization(differing, organization);
  return { edits: [...rootOrderEdits(differing, organization), ...edits], parts };
}
