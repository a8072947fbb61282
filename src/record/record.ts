import { withoutOrganization } from "../core/address.ts";
import { compareText, equalJson } from "../core/json.ts";
import type { LastApply, RecordedResource } from "../core/last-apply.ts";
import { type RecordFile, type ResourceRecord, recordFormatVersion } from "./record-file.ts";

/** Where an apply ran: a platform, and the organizations of the project by alias. */
export interface Scene {
  readonly baseUrl: string;
  readonly organizations: Readonly<Record<string, string>>;
}

/** What the record says of a scene, by address. `hash` is salted with what the file holds. */
export function lastApplyOf(record: RecordFile, scene: Scene, hash: LastApply["hash"]): LastApply {
  const entries = Object.entries(scene.organizations).flatMap(([alias, id]) =>
    Object.entries(record.platforms[scene.baseUrl]?.[id]?.resources ?? {}).map(
      ([address, { unverifiable = {}, ...rest }]): [string, RecordedResource] => [
        `${alias}/${address}`,
        { ...rest, unverifiable },
      ],
    ),
  );
  return { resources: new Map(entries), hash };
}

/** What is known of a declared address after an apply. */
export interface Known {
  readonly kind: string;
  readonly id: string;
}

/** What an apply adds to a record. */
export interface AppliedState {
  /** Declared addresses that are live, whole: what is not among them is dropped. */
  readonly known: ReadonlyMap<string, Known>;
  /** Hashes of values that were sent, by address and field. */
  readonly sent: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly at: string;
  readonly by: string | undefined;
  readonly commit: string | undefined;
}

/** The record after an apply; undefined when it would say nothing new. Other scenes in it stay as they are. */
export function recordAfter(
  before: RecordFile | undefined,
  salt: string,
  scene: Scene,
  applied: AppliedState,
): RecordFile | undefined {
  const old = before?.platforms[scene.baseUrl] ?? {};
  const next = Object.entries(scene.organizations).map(([alias, id]) => {
    const resources = resourcesOf(alias, old[id]?.resources ?? {}, applied);
    const isSame = old[id] !== undefined && equalJson(old[id].resources, resources);
    return { id, isSame, entry: { lastApply: stampOf(applied), resources } };
  });
  const changed = next.filter(({ isSame }) => !isSame);
  if (changed.length === 0) return undefined;
  const organizations = { ...old, ...Object.fromEntries(changed.map(({ id, entry }) => [id, entry])) };
  return {
    formatVersion: recordFormatVersion,
    salt: before?.salt ?? salt,
    platforms: { ...before?.platforms, [scene.baseUrl]: organizations },
  };
}

function stampOf({ at, by, commit }: AppliedState) {
  return { at, ...(by === undefined ? {} : { by }), ...(commit === undefined ? {} : { commit }) };
}

function resourcesOf(
  alias: string,
  old: Readonly<Record<string, ResourceRecord>>,
  { known, sent }: AppliedState,
): Record<string, ResourceRecord> {
  const own = [...known].filter(([address]) => address.startsWith(`${alias}/`));
  const entries = own.map(([whole, { kind, id }]): [string, ResourceRecord] => {
    const address = withoutOrganization(whole);
    const before = old[address];
    const kept = before?.id === id ? before.unverifiable : undefined;
    const hashes = { ...kept, ...sent.get(whole) };
    return [address, { kind, id, ...(Object.keys(hashes).length === 0 ? {} : { unverifiable: hashes }) }];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b)));
}

/** The text of a record file. */
export function recordText(record: RecordFile): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}
