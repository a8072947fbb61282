import { kindsOf } from "../../../src/kinds/kinds-of.ts";
import type { Desired, DesiredResource } from "../../../src/model/desired.ts";
import { indexKinds } from "../../../src/model/kind-index.ts";
import type { Live, LiveResource } from "../../../src/model/live.ts";
import { liveValue } from "../../../src/planner/match/identity.ts";
import { readLive } from "../../../src/refresh/read-live.ts";
import { bareResource, manageAll } from "../../../src/refresh/read-whole.ts";
import type { Reader } from "../../../src/refresh/reader.ts";

const { all: kinds } = kindsOf("reference");

const source = { file: "all.yaml", line: 1, column: 1 };

/** Reads all that any manifest could make docform read of one organization. */
export async function readEverything(reader: Reader, id: string): Promise<Live> {
  const organizations = [{ alias: "acme", id, source, manage: manageAll(kinds), manageSources: {} }];
  const outer = await readLive({ organizations, resources: [] }, kinds, reader);
  const desired: Desired = { organizations, resources: outer.resources.map(declared) };
  return readLive(desired, kinds, reader);
}

function declared({ kind: name, id }: LiveResource): DesiredResource {
  const kind = indexKinds(kinds).get(name);
  return bareResource(kinds, kind, { address: `acme/${kind.plural}.${id}`, id, source });
}

/** The values that docform compares of resources: identity, place and order, fields, roles, and what is a default. */
export function compared(resources: readonly LiveResource[]): readonly object[] {
  const index = indexKinds(kinds);
  return resources.map((live) => {
    const kind = index.get(live.kind);
    const fields = Object.keys(kind.fields).flatMap((name) => {
      const isOwn =
        kind.fields[name]?.membership === undefined && kind.fields[name]?.defaultChild === undefined;
      const value = isOwn ? liveValue(kind, name, live) : undefined;
      return value === undefined ? [] : [[name, value] as const];
    });
    return {
      kind: live.kind,
      id: live.id,
      parent: live.parentId,
      container: kind.sequence?.containerOf(live.answer),
      fields: Object.fromEntries(fields),
      memberships: live.memberships,
      isDefault: kind.sequence === undefined ? undefined : live.answer.default,
    };
  });
}
