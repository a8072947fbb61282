import type { Change } from "../../model/documents/plan-document.ts";
import { readField } from "../../model/kind-index.ts";
import type { LevelOpening } from "../../model/opening.ts";
import type { Json } from "../../text/json.ts";
import { type TreeKind, type TreeNode, treeField } from "../match/tree-kind.ts";
import type { Outcome } from "../state/draft.ts";
import type { PlanContext } from "../state/planning.ts";
import type { Tree } from "./tree.ts";
import { originalOf } from "./tree-places.ts";

/** Before the plan, or after it. */
export type When = "before" | "after";

/** The levels in a tree, by the name of a thing. What is new has none before; a copy has that of its original. */
export interface Levels {
  /** Its own value: a role, null for nobody, or what says that it is inherited. */
  readonly own: (name: string, when: When) => Json | undefined;
  readonly isInherited: (name: string, when: When) => boolean;
  /** Name of its parent. */
  readonly parent: (name: string, when: When) => string | undefined;
  /** The level of everybody. At the root, the role of each person is inherited, which nobody knows here. */
  readonly effective: (name: string, when: When) => Json | undefined;
}

/** The row of the table that says how a level opens something in the tree. */
export function levelOpening({ opens = [] }: TreeKind): LevelOpening | undefined {
  return opens.find((row) => row.by === "level");
}

/** The levels of a tree. */
export function levelsOf(planning: PlanContext, tree: Tree): Levels {
  const own: Levels["own"] = (name, when) => {
    const node = tree.nodes.get(name);
    return node === undefined ? undefined : ownLevel(planning, tree, node, when);
  };
  const isInherited: Levels["isInherited"] = (name, when) => {
    const node = tree.nodes.get(name);
    return node !== undefined && own(name, when) === levelOpening(node.kind)?.inherits;
  };
  const parent: Levels["parent"] = (name, when) => {
    const node = tree.nodes.get(name);
    if (when === "after") return tree.items.get(name)?.to;
    return node && (node.from ?? originalOf(planning, tree, node)?.from);
  };
  const known = new Map<string, Json | undefined>();
  const effective: Levels["effective"] = (name, when) => {
    const place = `${when} ${name}`;
    if (known.has(place)) return known.get(place);
    const outer = isInherited(name, when) ? parent(name, when) : undefined;
    const given = outer === undefined ? undefined : effective(outer, when);
    // Null is a level: nobody but admins.
    const level = given === undefined ? own(name, when) : given;
    known.set(place, level);
    return level;
  };
  return { own, isInherited, parent, effective };
}

function ownLevel(planning: PlanContext, tree: Tree, node: TreeNode, when: When): Json | undefined {
  const { kind, resource } = node;
  const row = levelOpening(kind);
  const field = row === undefined ? undefined : kind.fields[row.field];
  if (row === undefined || field === undefined) return undefined;
  const written = resource?.ignore.includes(row.field) === true ? undefined : resource?.values[row.field];
  if (when === "after" && written !== undefined) return written;
  const live = node.live ?? originalOf(planning, tree, node)?.live;
  const isThere = live !== undefined && (when === "after" || live.deleted !== true);
  if (!isThere) return when === "after" ? row.inherits : undefined;
  const level = readField(row.field, field, live.answer);
  return level === undefined ? row.inherits : level;
}

/** May people do or see more at the second level than at the first? Own roles may be any. */
export function isWiderLevel({ widestFirst }: LevelOpening, before: Json, after: Json): boolean {
  if (before === after || before === widestFirst[0] || after === null) return false;
  const [from, to] = [widestFirst.indexOf(String(before)), widestFirst.indexOf(String(after))];
  return from < 0 || to < 0 || to < from;
}

/** Tells of something in a tree that its own level, or its place, lets people do more, or less. */
export function withLevelRisk(levels: Levels, { name, kind }: TreeNode, outcome: Outcome): Outcome {
  if (outcome.changes.length === 0) return outcome;
  const row = levelOpening(kind);
  const [before, after] = [levels.effective(name, "before"), levels.effective(name, "after")];
  if (row === undefined || before === undefined || after === undefined) return outcome;
  const opens = isWiderLevel(row, before, after);
  if (!opens && !isWiderLevel(row, after, before)) return outcome;
  const told = outcome.changes.find(
    ({ action, fields = [] }) =>
      (action === "create" && opens) ||
      (action !== "blocked" &&
        fields.some(({ path }) => path === row.field || path === treeField(kind, "parent"))),
  );
  const changes = outcome.changes.map((change) =>
    change === told ? (opens ? exposing(change, row.who) : closing(change, row.loses)) : change,
  );
  return { ...outcome, changes };
}

function closing(change: Change, loses: string): Change {
  return { ...change, risks: [...(change.risks ?? []), loses] };
}

function exposing(change: Change, who: string): Change {
  return { ...change, risks: [who, ...(change.risks ?? [])], exposes: [who, ...(change.exposes ?? [])] };
}
