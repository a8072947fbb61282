import { type KindIndex, withArticle } from "../../src/manifest/schema/kind-slots.ts";
import type { Kind, Task } from "../../src/model/kind.ts";
import { entryCalls } from "../../src/model/membership.ts";
import { treeField } from "../../src/planner/match/tree-kind.ts";
import { code, linkTo } from "./markdown.ts";

/** Something that can be wanted of a kind: what, whether docform can do it, and by which call or why not. */
export type Ability = readonly [what: string, can: string, how: string];

/** The acts on a resource of a kind, by which call, or why not. */
export function abilities(index: KindIndex, kind: Kind): readonly Ability[] {
  return [
    create(index, kind),
    update(kind),
    ...remove(kind),
    ...move(kind),
    ...inTree(kind),
    ...byItself(kind),
  ];
}

function create(index: KindIndex, kind: Kind): Ability {
  const { create: operation } = kind.operations;
  if (kind.shape === "singleton" && operation === undefined) return ["create", "–", "it is always there"];
  const copied = treeField(kind, "copy");
  if (kind.tree?.copy !== undefined && copied !== undefined) {
    const copy = `${code(kind.tree.copy.name)} of what ${code(copied)} names, as in [this example](order.md#example)`;
    return operation === undefined
      ? ["create", "as a copy", copy]
      : ["create", "yes", `${code(operation.name)}; or ${copy}`];
  }
  if (operation === undefined) return ["create", "no", kind.notCreatable ?? "the API has no call for it"];
  const first = kind.sequence?.firstChild;
  const withParent = kind.sequence?.createdWithParent;
  const notes = [
    ...(first === undefined ? [] : [`the call takes its first ${first.field} along, so it needs one`]),
    ...(withParent === undefined ? [] : [`or by the call that creates ${linkTo(index, kind.parent ?? "")}`]),
  ];
  return ["create", "yes", [code(operation.name), ...notes].join("; ")];
}

function update(kind: Kind): Ability {
  const sets = Object.values(kind.fields).flatMap(({ membership, switched, ownCalls }) => [
    ...(membership === undefined ? [] : entryCalls(membership)),
    ...[ownCalls?.update ?? []].flat(),
    ...[switched?.on ?? [], switched?.off ?? []].flat().filter((call) => typeof call !== "string"),
  ]);
  const names = [...(kind.operations.update ?? []), ...sets].map(({ name }) => code(name));
  return names.length === 0
    ? ["update", "no", "the API has no call for it"]
    : ["update", "yes", names.join(", ")];
}

function remove(kind: Kind): readonly Ability[] {
  const { delete: operation } = kind.operations;
  if (operation === undefined)
    return [["delete", "no", kind.notDeletable ?? `the API cannot delete ${withArticle(kind)}`]];
  const note =
    kind.tree?.holds === true
      ? ", with everything in it: declared children that stay are moved out first, and an undeclared one blocks the delete"
      : "";
  return [["delete", "yes", `${code(operation.name)}${note}`], restore(kind)];
}

function move(kind: Kind): readonly Ability[] {
  if (kind.sequence === undefined) return [];
  const { move: own, append } = kind.sequence;
  const names = [own?.operation, append?.operation].flatMap((one) =>
    one === undefined ? [] : [code(one.name)],
  );
  if (names.length > 0) return [["move", "yes", names.join(", ")]];
  return [["move", "no", "the API has no call for it; it is rebuilt when nothing else reaches the order"]];
}

function restore({ tree, operations }: Kind): Ability {
  if (tree?.restore !== undefined) {
    const call = code(tree.restore.operation.name);
    return ["restore", "for a while", `${call}, when it is declared again with its ${code("id")}`];
  }
  const isMade = operations.create !== undefined;
  return [
    "restore",
    "no",
    isMade ? "declared again, it is a new one" : "what is gone cannot be declared again",
  ];
}

/** Places in the tree of the organization, and the way out of it. */
function inTree(kind: Kind): readonly Ability[] {
  if (kind.tree === undefined) return [];
  const { move: moves, transfer } = kind.tree;
  const parentField = code(treeField(kind, "parent") ?? "");
  const target = code(treeField(kind, "transfer") ?? "");
  return [
    [
      "move",
      "yes",
      `${code(moves.operation.name)}: to what ${parentField} names, and where an [order](order.md) puts it`,
    ],
    ...(transfer === undefined
      ? []
      : [
          [
            "transfer",
            "yes",
            `${code(transfer.operation.name)}: to the organization that ${target} names`,
          ] as const,
        ]),
  ];
}

/** Work that it does, or that is done with it, and that no field says. */
function byItself({ task, processing }: Kind): readonly Ability[] {
  return [
    ...(task === undefined ? [] : [[task.name, "when asked", taskWords(task)] as const]),
    ...(processing === undefined
      ? []
      : [
          [
            "wait",
            "yes",
            `an apply that sends ${code(processing.startedBy)} waits until it is processed; what goes wrong there makes the step fail`,
          ] as const,
        ]),
  ];
}

function taskWords({ operation, name, isPartOfCreate }: Task): string {
  const asked = `${code(operation.name)}, for ${code(`--${name} ADDRESS`)} of plan and apply`;
  return isPartOfCreate ? `${asked}; a new one does so by itself` : asked;
}
