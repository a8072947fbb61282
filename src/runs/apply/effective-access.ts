import { organizationOf } from "../../model/address.ts";
import type { ApplySummary } from "../../model/apply-event.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { type KindIndex, membershipsOf } from "../../model/kind-index.ts";
import { keyAt, type Live, liveKey } from "../../model/live.ts";
import { paramsFor } from "../../refresh/read-live.ts";
import type { Reader } from "../../refresh/reader.ts";
import { compareNames } from "../../text/compare-names.ts";
import { isObject } from "../../text/json.ts";

type AccessChange = NonNullable<ApplySummary["access"]>[number];

/** The role of each person by all rules, by the address of the owner. */
type Effective = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Reads the roles that all rules give at the owners whose access a plan changes. Undefined where that could not be
 * read: it is told beside the run, and is no reason to fail.
 */
export async function readTouched(
  reader: Reader,
  { changes, organizations }: Pick<PlanDocument, "changes" | "organizations">,
  { resources }: Live,
  kinds: KindIndex,
): Promise<Effective | undefined> {
  const byKey = new Map(resources.map((one) => [liveKey(one), one]));
  const reads = changes.flatMap((change) => {
    const [live, kind] = [byKey.get(keyAt(change)), kinds.get(change.kind)];
    if (live === undefined || change.action !== "update") return [];
    return membershipsOf(kind).flatMap((name) => {
      const { effective, firstTouch } = kind.fields[name]?.membership ?? {};
      const names = [name, "defaultLevel", ...(firstTouch?.fields ?? [])];
      const isTouched = change.fields?.some(({ path }) => names.includes(path.split(".", 1)[0] ?? ""));
      if (effective === undefined || isTouched !== true) return [];
      const alias = organizationOf(change.address);
      const owner = { organization: alias, id: organizations[alias] ?? "", parent: live };
      const items = reader.list(effective, paramsFor(effective, owner, kind));
      return [items.then((all) => [change.address, rolesIn(all)] as const)];
    });
  });
  return Promise.all(reads).then(
    (read) => new Map(read),
    () => undefined,
  );
}

/** Role by email, or by id where an answer has none. */
function rolesIn(items: Awaited<ReturnType<Reader["list"]>>): ReadonlyMap<string, string> {
  return new Map(
    items.flatMap(({ user, permission }) => {
      const name = isObject(user) ? (user.email ?? user.id) : undefined;
      return typeof name === "string" && typeof permission === "string" ? [[name, permission] as const] : [];
    }),
  );
}

/** The people who really gained or lost something: the differences of what the platform said before and after. */
export function accessChanged(before: Effective, after: Effective): readonly AccessChange[] {
  return [...after].flatMap(([address, now]) => {
    const was = before.get(address) ?? new Map<string, string>();
    const people = [...new Set([...was.keys(), ...now.keys()])].sort(compareNames);
    return people.flatMap((person): AccessChange[] => {
      const [had, has] = [was.get(person), now.get(person)];
      if (had === has) return [];
      return [
        {
          address,
          person,
          ...(had === undefined ? {} : { before: had }),
          ...(has === undefined ? {} : { after: has }),
        },
      ];
    });
  });
}
