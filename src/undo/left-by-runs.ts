import { once } from "../contract/once.ts";
import type { Address } from "../model/address.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { Field } from "../model/field.ts";
import { addTo } from "../model/group-by.ts";
import { apiName } from "../model/kind-index.ts";
import { isRefused, type Journal } from "../state/journal.ts";
import type { AfterImage } from "../state/journal-line.ts";
import { equalJson, isObject, type Json, type JsonObject } from "../text/json.ts";
import { addressBefore, containersIn, imageKey } from "./image.ts";

/** The objects as a run and the undos of it left them, as far as their journals know. */
export interface LeftByRuns {
  /** The values that any of them left at a path, or sent for a field; none: nothing is known. */
  readonly values: (image: BeforeImage, name: string, field: Field) => readonly Json[];
  /**
   * The value, such as an order, that each of them left, with the one that the next of them found, or that is there now.
   * A difference between the two was made by somebody else.
   */
  readonly gaps: (
    image: BeforeImage,
    path: string,
    now: Json,
  ) => readonly (readonly [left: Json, found: Json])[];
  /** The values with which they left an object that the run created; undefined when that is not known. */
  readonly created: (key: string) => AfterImage["values"] | undefined;
  /** The ids that the run left in a container of a structure; undefined when that is not known. */
  readonly inside: (container: string) => ReadonlySet<string> | undefined;
  /** The calls of an operation that the run sent for an address, in order; one without a body has an empty one. */
  readonly calls: (address: Address, operation: string) => readonly SentCall[];
}

/** Indexes the journals of a run and of its undos, the oldest first. */
export function leftByRuns(journals: readonly Journal[]): LeftByRuns {
  const runs = journals.map(indexed);
  const [first] = runs;
  return {
    values: (image, name, field) =>
      runs.flatMap((run) => [...run.after(image, name), ...run.sent(image, name, field)]),
    gaps: (image, path, now) => {
      const touching = runs.filter((run) => run.image(image)?.values[path] !== undefined);
      return touching.flatMap((run, at): readonly (readonly [Json, Json])[] => {
        const left = run.whole(image, path);
        const found = at + 1 < touching.length ? touching[at + 1]?.image(image)?.values[path] : now;
        return left === undefined || found === undefined ? [] : [[left, found]];
      });
    },
    created: (key) => first?.afters().get(key)?.values,
    inside: (container) =>
      journals[0]?.end?.left === undefined ? undefined : (first?.containers().get(container) ?? new Set()),
    calls: (address, operation) =>
      (first?.calls().get(address) ?? []).filter((call) => call.operation === operation),
  };
}

/** A call that a run sent. */
export interface SentCall {
  readonly operation: string;
  readonly params: JsonObject;
  readonly body: JsonObject;
}

function indexed(journal: Journal) {
  const images = once(() => new Map(journal.images.map((one) => [imageKey(one), one])));
  const afters = once(() => new Map((journal.end?.left ?? []).map((one) => [imageKey(one), one])));
  const calls = once(() => callsIn(journal));
  const image = (one: BeforeImage): BeforeImage | undefined => images().get(imageKey(one));
  const whole = (one: BeforeImage, path: string): Json | undefined => {
    const after = afters().get(imageKey(one));
    return after === undefined ? undefined : (after.values[path] ?? image(one)?.values[path]);
  };
  return {
    afters,
    calls,
    /** The values after the run win over those before it. */
    containers: once(() => {
      const all = containersIn([...images().values(), ...afters().values()]);
      return new Map(all.map(([container, ids]) => [container, new Set(ids)]));
    }),
    image,
    whole,
    /** A value that is as before this run is not from it, or the list was older. */
    after: (one: BeforeImage, name: string): readonly Json[] => {
      const value = whole(one, name);
      return value === undefined || equalJson(value, image(one)?.values[name]) ? [] : [value];
    },
    sent: (one: BeforeImage, name: string, field: Field): readonly Json[] => {
      const { read, write, normalize, set, refersTo } = field;
      if (read ?? write ?? normalize ?? set ?? refersTo) return [];
      const bodies = calls().get(addressBefore(one)) ?? [];
      const values = bodies.map(({ body }) => body[apiName(name, field)]);
      return values.filter((value): value is Json => value !== undefined && !isHiddenValue(value));
    },
  };
}

function isHiddenValue(value: Json): boolean {
  return isObject(value) && value.$sensitive !== undefined;
}

/** The calls that a run sent and the platform did not refuse, by address. */
function callsIn({ intents, outcomes }: Journal): ReadonlyMap<Address, readonly SentCall[]> {
  const calls = new Map<Address, SentCall[]>();
  for (const { step, address, operation, params, body } of intents.values()) {
    if (isRefused(outcomes.get(step))) continue;
    const sent = isObject(body) ? body : {};
    addTo(calls, address.replaceAll(".id:", "."), { operation, params, body: sent });
  }
  return calls;
}
