import * as z from "zod";
import type { adaptiveSchemaOperations, templateCondition } from "../../contract/parts/sites.ts";
import { isObject } from "../../text/json.ts";
import type { Call, Caller, HandlersOf } from "../call.ts";
import { draft07 } from "../draft-07.ts";
import { notFound, parseInput } from "../refusal.ts";
import type { AdaptiveSchemaState } from "../store/site-state.ts";
import type { SitePlace } from "./site-spaces.ts";

type Operations = typeof adaptiveSchemaOperations;

function answer({ found: { site } }: Caller & { readonly found: SitePlace }) {
  if (site.adaptiveSchema === undefined) throw notFound("adaptive schema of a site", site.id);
  return { status: 200, body: { object: "site-adaptive-schema", ...site.adaptiveSchema } } as const;
}

/** The contract checks the form of the attributes. This also checks every keyword by draft-07 (7). */
function put(call: Call<Operations["putAdaptiveSchema"]>) {
  const { jsonSchema } = call.body;
  parseInput(z.object({ jsonSchema: draft07 }), { jsonSchema }, "body");
  call.found.site.adaptiveSchema = { jsonSchema, updatedAt: call.now };
  return answer(call);
}

/**
 * One condition for each boolean claim in written order, those of `unsigned` last: the claim is true. The
 * description comes from the schema, or its title, or names the claim. Empty without a schema.
 */
function templatesFor(schema: AdaptiveSchemaState["jsonSchema"] | undefined) {
  const { unsigned, ...signed } = schema?.properties ?? {};
  return [...conditionsOn("", signed), ...conditionsOn(".unsigned", unsigned?.properties ?? {})];
}

function conditionsOn(below: string, claims: Readonly<Record<string, unknown>>) {
  return Object.entries(claims).map(([name, claim]): z.output<ReturnType<typeof templateCondition>> => {
    const { description, title } = isObject(claim) ? claim : {};
    const text = [description, title].find((given) => typeof given === "string");
    return {
      description: text ?? `Visitors with the claim ${name}`,
      condition: `visitor.claims${below}${access(name)} == true`,
    };
  });
}

/** The access to a claim in an expression: `.beta`, or `["is-beta"]` when the name is no identifier. */
function access(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Operations on the adaptive schema of a site (4.11). Once put, it cannot be removed (A29). */
export const adaptiveSchemaHandlers = {
  getAdaptiveSchema: answer,
  putAdaptiveSchema: put,
  listTemplateConditions: ({ found }) => ({
    status: 200,
    body: { items: templatesFor(found.site.adaptiveSchema?.jsonSchema) },
  }),
} satisfies HandlersOf<Operations>;
