import type { Address } from "./address.ts";
import type { Desired, DesiredResource } from "./desired.ts";
import { normalized, referenceTarget } from "./identity.ts";
import { isObject, type Json } from "./json.ts";
import { apiName, type KindIndex } from "./kind-index.ts";
import type { PlanDocument } from "./plan-document.ts";

/** A value that a plan hides: where it belongs, and what stands for it. */
export interface HiddenValue {
  readonly address: Address;
  readonly field: string;
  readonly token: string;
}

/** The hidden values that a plan needs to run, and to tell what it rests on; each place once. */
function hiddenIn(document: PlanDocument, kinds: KindIndex): readonly HiddenValue[] {
  const kindNames = new Map(document.changes.map(({ address, kind }) => [address, kind]));
  const sent = document.steps.flatMap(({ address, body }) => {
    const kind = kindNames.get(address);
    const fields = kind === undefined ? [] : Object.entries(kinds.get(kind).fields);
    return tokensIn(
      address,
      body,
      (key) => fields.find(([name, field]) => apiName(name, field) === key)?.[0],
    );
  });
  const looked = Object.entries(document.observed ?? {}).flatMap(([address, { claims = [] }]) =>
    claims.flatMap(({ where }) => tokensIn(address, where, (name) => name)),
  );
  const places = new Map(
    [...looked, ...sent].map((one) => [`${one.address} ${one.field} ${one.token}`, one]),
  );
  return [...places.values()];
}

function tokensIn(
  address: Address,
  value: Json | undefined,
  fieldOf: (key: string) => string | undefined,
): readonly HiddenValue[] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([key, inner]) => {
    const token = isObject(inner) ? inner.$sensitive : undefined;
    return typeof token === "string" ? [{ address, field: fieldOf(key) ?? key, token }] : [];
  });
}

/** What the manifests and the environment give for hidden values now. */
export interface Revealed {
  /** Values by what stands for them. */
  readonly secrets: ReadonlyMap<string, Json>;
  /** Those that are not there any more, or are other ones. */
  readonly lost: readonly HiddenValue[];
}

/** Takes hidden values from their sources again: only one with the same hash is the one that was reviewed. */
export function reveal(
  document: PlanDocument,
  desired: Desired,
  kinds: KindIndex,
  mask: (value: Json, place: string) => string,
): Revealed {
  const hidden = hiddenIn(document, kinds);
  const resources = new Map(desired.resources.map((resource) => [resource.address, resource]));
  const secrets = new Map<string, Json>();
  for (const { address, field, token } of hidden) {
    const resource = resources.get(address);
    const forms = resource === undefined ? [] : formsOf(document, resource, kinds, field);
    const value = forms.find((form) => mask(form, `${address} ${field}`) === token);
    if (value !== undefined) secrets.set(token, value);
  }
  return { secrets, lost: hidden.filter(({ token }) => !secrets.has(token)) };
}

/** The forms that a written value takes in calls and in comparisons. */
function formsOf(
  { observed = {} }: PlanDocument,
  resource: DesiredResource,
  kinds: KindIndex,
  name: string,
): readonly Json[] {
  const field = kinds.get(resource.kind).fields[name];
  const written = resource.values[name];
  if (field === undefined || written === undefined) return [];
  if (written === null) return [null];
  const target =
    field.refersTo === undefined
      ? undefined
      : referenceTarget(resource.organization, field.refersTo, String(written), kinds);
  const id = target?.id ?? observed[target?.address ?? ""]?.id ?? undefined;
  const sent = field.write === undefined ? written : field.write(written);
  const forms = new Map(
    [sent, normalized(field, written), written, ...(id === undefined ? [] : [id])].map((form) => [
      JSON.stringify(form),
      form,
    ]),
  );
  return [...forms.values()];
}
