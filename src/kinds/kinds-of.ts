import { type Edition, editions } from "../contract/edition.ts";
import type { Field } from "../model/field.ts";
import type { Kind } from "../model/kind.ts";
import { indexKinds, type KindIndex } from "../model/kind-index.ts";
import { kinds } from "./kinds.ts";

/**
 * The kinds of an edition: the definitions, with the differences that each names for it. They are the same objects at
 * each call, so what is computed once for each kind stays.
 */
export function kindsOf(edition: Edition): KindIndex {
  return byEdition[edition];
}

const byEdition: Readonly<Record<Edition, KindIndex>> = {
  reference: resolved("reference"),
  gitbook: resolved("gitbook"),
};

function resolved(edition: Edition): KindIndex {
  return indexKinds(kinds.filter((kind) => isIn(kind, edition)).map((kind) => kindIn(kind, edition)));
}

function kindIn(kind: Kind, edition: Edition): Kind {
  const { fields: others = {}, ...traits } = kind.differences?.[edition] ?? {};
  const fields = Object.entries<Field>({ ...kind.fields, ...others });
  const all = {
    ...kind,
    ...traits,
    fields: Object.fromEntries(fields.filter(([, field]) => isIn(field, edition))),
  };
  // A trait that is undefined does not apply there: it is as if nobody had written it.
  return Object.fromEntries(
    Object.entries(all).filter(([, trait]) => trait !== undefined),
  ) as unknown as Kind;
}

function isIn({ editions }: Pick<Kind, "editions">, edition: Edition): boolean {
  return editions?.includes(edition) !== false;
}

/** The kinds of all editions, one after the other: for rules and names that are not of one project. */
export const kindsOfAll: readonly Kind[] = editions.flatMap((edition) => byEdition[edition].all);

/**
 * True for an operation that creates one of a kind, in whichever edition. A journal does not say its edition, and need not:
 * the name of an operation means the same in each.
 */
export function createsOne(kind: string, operation: string): boolean {
  return editions.some((edition) => {
    const { operations, tree } = byEdition[edition].all.find(({ name }) => name === kind) ?? {};
    return operation === operations?.create?.name || operation === tree?.copy?.name;
  });
}
