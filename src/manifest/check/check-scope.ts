import { type Address, rootAddress } from "../../model/address.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import { treeField } from "../../planner/match/tree-kind.ts";
import { isInScope, scopeParts } from "../../planner/state/scope.ts";
import { nearMatch } from "../../text/near-match.ts";
import type { KindIndex } from "../schema/kind-slots.ts";
import type { Context } from "./resource-draft.ts";

/** The scope of a project as docform.yaml writes it. */
export interface WrittenScope {
  readonly project: string;
  readonly patterns: readonly { readonly text: string; readonly source: Source }[];
  /** Where it is; undefined for a project that has a name, and no scope. */
  readonly source: Source | undefined;
}

/** Reports patterns that name nothing, and resources that are declared outside of the scope. */
export function checkScope(context: Context, scope: WrittenScope | undefined): readonly Diagnostic[] {
  if (scope?.source === undefined) return [];
  const wrong = scope.patterns.flatMap((pattern) => wrongPattern(context.index, pattern));
  return wrong.length > 0 ? wrong : outside(context, scope, scope.source);
}

function wrongPattern(
  { roots }: KindIndex,
  { text, source }: WrittenScope["patterns"][number],
): readonly Diagnostic[] {
  const { plural, key } = scopeParts(text);
  const kind = roots.find((one) => one.plural === plural);
  if (kind === undefined) {
    const plurals = roots.map((one) => one.plural);
    const near = nearMatch(plural, plurals);
    const hint = near === undefined ? `scope takes: ${plurals.join(", ")}` : `did you mean ${near}?`;
    return [error("DF1005", `scope: there are no ${plural} in an organization`, { source, hint })];
  }
  if (key === undefined) return [];
  if (kind.shape === "singleton")
    return [error("DF1005", `scope: there is only one of ${plural}`, { source, hint: `write ${plural}` })];
  if (!key.includes(".") || kind.keyField !== undefined) return [];
  const hint = `write ${plural}.${key.split(".", 1)[0]}: whoever manages it manages what is in it`;
  return [error("DF1005", `scope: ${text} is inside another resource`, { source, hint })];
}

/** The resources of an organization that are declared, and that the project may not manage. What is in one is not told again. */
function outside(
  { drafts, index }: Context,
  { project, patterns }: WrittenScope,
  source: Source,
): readonly Diagnostic[] {
  const byAddress = new Map(drafts.map((draft) => [draft.resource.address, draft]));
  const containerOf = (address: Address): Address | undefined => {
    const { kind, resource } = byAddress.get(address) ?? {};
    const name = kind && treeField(kind, "parent");
    const value = name === undefined ? undefined : resource?.values[name];
    const container = index.byName.get(kind?.fields[name ?? ""]?.refersTo ?? "");
    if (resource === undefined || container === undefined || typeof value !== "string") return undefined;
    return rootAddress(resource.organization, container.plural, value);
  };
  const texts = patterns.map(({ text }) => text);
  const related = [{ message: "the scope is here", source }];
  const more = texts.length > 10 ? ` and ${texts.length - 10} more` : "";
  const hint = `the scope is ${texts.slice(0, 10).join(", ")}${more}: declare it in the project that manages it, or widen the scope`;
  return drafts.flatMap(({ resource }) => {
    const { address, parent } = resource;
    if (parent !== undefined || isInScope(texts, address, containerOf)) return [];
    const message = `${address} is outside of the scope of the project "${project}"`;
    return [error("DF2023", message, { source: resource.source, hint, related })];
  });
}
