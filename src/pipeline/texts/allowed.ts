import { z } from "zod";

/** The options that let something pass in a plan: those of that group of the command line, without those that are not given. */
export const allowedForm = z.object({
  allowDeletes: z.number().int().nonnegative().optional(),
  allowEmpty: z.literal(true).optional(),
  allowExposure: z.literal(true).optional(),
  allowOwnerless: z.literal(true).optional(),
  allowAccess: z.literal(true).optional(),
  allowRemovals: z.literal(true).optional(),
  allowRuleChanges: z.literal(true).optional(),
  invite: z.literal(true).optional(),
  approve: z.array(z.string()).optional(),
  prune: z.array(z.string()).optional(),
});

/** The options that let something pass in a plan. */
export type Allowed = z.infer<typeof allowedForm>;

/** The label that lets pass what the rules of the base alone hold. No option does: a pull request writes its own. */
const ruleChangesLabel = "docform/allow-rule-changes";

/** The words of a verdict for the option. */
export const ruleChangesAllow = `the label ${ruleChangesLabel}`;

const flags = new Map<string, Allowed>([
  ["allow-empty", { allowEmpty: true }],
  ["allow-exposure", { allowExposure: true }],
  ["allow-ownerless", { allowOwnerless: true }],
  ["allow-access", { allowAccess: true }],
  ["allow-removals", { allowRemovals: true }],
  ["allow-rule-changes", { allowRuleChanges: true }],
  ["invite", { invite: true }],
]);

/**
 * The options that the labels of a pull request give. The label `docform/NAME: VALUE` counts as the option `--NAME VALUE`. Two
 * numbers of deletes contradict each other, so that neither counts.
 */
export function allowedBy(labels: readonly string[]): Allowed {
  const given = labels.flatMap((label) => {
    const [, name = "", value = ""] = /^docform\/([a-z-]+)(?::\s*(\S+))?$/.exec(label.trim()) ?? [];
    return name === "" ? [] : [{ name, value }];
  });
  const valuesOf = (name: string): readonly string[] =>
    given.filter((one) => one.name === name && one.value !== "").map(({ value }) => value);
  const numbers = new Set(valuesOf("allow-deletes").filter((one) => /^\d{1,6}$/.test(one)));
  const rules = [...new Set(valuesOf("approve"))];
  const prune = [...new Set(valuesOf("prune"))];
  const allowed: Allowed = Object.assign(
    {},
    ...given.map(({ name, value }) => (value === "" ? flags.get(name) : {})),
  );
  return {
    ...allowed,
    ...(numbers.size === 1 ? { allowDeletes: Number([...numbers][0]) } : {}),
    ...(rules.length === 0 ? {} : { approve: rules }),
    ...(prune.length === 0 ? {} : { prune }),
  };
}

/** Characters of a label: GitHub takes no more. */
const longestLabel = 50;

/** The labels that delete what is no longer declared; none for an address that no label has room for. */
export function pruneLabels(addresses: readonly string[]): readonly string[] {
  return addresses.map((one) => `docform/prune: ${one}`).filter((label) => label.length <= longestLabel);
}

/** The labels that let pass what is held, from the options that would. */
export function labelsFor(
  guards: readonly { readonly held: boolean; readonly allow?: string }[],
): readonly string[] {
  const labels = guards.flatMap(({ held, allow = "" }) => {
    const [, name, value] = (held && /^--(approve|allow-[a-z]+)(?: (\S+))?$/.exec(allow)) || [];
    if (held && allow === ruleChangesAllow) return [ruleChangesLabel];
    return name === undefined ? [] : [`docform/${name}${value === undefined ? "" : `: ${value}`}`];
  });
  return [...new Set(labels)];
}

/** The labels that are for docform and let nothing pass: misspelt, contradicting, or for a rule that does not ask. */
export function unusedLabels(labels: readonly string[], allowed: Allowed): readonly string[] {
  const isUsed = (label: string): boolean => {
    const { approve = [], prune = [], ...others } = allowedBy([label]);
    const names = Object.keys(others) as (keyof typeof others)[];
    return (
      approve.length + prune.length + names.length > 0 &&
      approve.every((rule) => allowed.approve?.includes(rule)) &&
      prune.every((address) => allowed.prune?.includes(address)) &&
      names.every((name) => others[name] === allowed[name])
    );
  };
  return labels.filter((label) => /^docform\//i.test(label.trim()) && !isUsed(label));
}
