import * as z from "zod";
import { once } from "./once.ts";

/** A field that may be absent, with its description. */
export function optional<Value extends z.ZodType>(value: Value, description: string) {
  return value.optional().describe(description);
}

/** An object in an answer, or the query of a call. Its schema is made when it is first used. */
export function objectOf<Fields extends z.core.$ZodLooseShape>(fields: () => Fields) {
  return once(() => z.object(fields()));
}

/** A resource in an answer: its `object` field says which (2.1). */
export function resource<Name extends string, Fields extends z.core.$ZodLooseShape>(
  name: Name,
  fields: () => Fields,
) {
  return objectOf(() => ({ object: z.literal(name), ...fields() }));
}

/** A body, or a part of one: the platform refuses unknown fields. */
export function requestBody<Fields extends z.core.$ZodLooseShape>(fields: () => Fields) {
  return once(() => z.strictObject(fields()));
}

/** ISO 8601 date-time (2.1). */
export const timestamp = z.iso.datetime({ offset: true }).describe("ISO 8601 date-time");

/** A value that the reference names without its type: read as it is. */
export const notShown = z.unknown().optional();

/**
 * The role in an organization, also `defaultRole` and `defaultLevel` (2.1), from most to least rights.
 * Nullable fields: `null` is a guest.
 */
export const role = z.enum(["admin", "create", "review", "edit", "comment", "read"]);

/** Role in a team (2.1). */
export const teamRole = z.enum(["owner", "member"]);

/** The visibility of a space (2.1). */
export const spaceVisibility = z.enum([
  "public",
  "unlisted",
  "share-link",
  "visitor-auth",
  "in-collection",
  "private",
]);

/** The visibility of a site (2.1). */
export const siteVisibility = z.enum(["public", "unlisted", "share-link", "visitor-auth"]);

/** Edit mode of a space (2.1). */
export const editMode = z.enum(["live", "locked"]);

/** A web address of at most 2048 characters, for `sourceURL`, `ssoURL` and logos (8). */
export const httpUrl = z.url({ protocol: /^https?$/ }).max(2048);

/** Name of an icon, at most 50 characters (2.16, 2.17). */
export const iconName = z.string().max(50);

type Fields<Key extends string, Value extends z.ZodType> = Record<Key, z.ZodOptional<Value>>;

/** An object whose fields may all be absent, and have values of one form. */
export function optionalFields<Key extends string, Value extends z.ZodType>(
  keys: readonly Key[],
  value: Value,
) {
  return z.object(Object.fromEntries(keys.map((key) => [key, value.optional()])) as Fields<Key, Value>);
}

/** Keys that `urls` objects use (2.1). */
type LinkName = "location" | "app" | "published" | "public" | "icon" | "logo" | "source";

/** The `urls` of a resource: those of the named links that apply (2.1). */
export function links<Key extends LinkName>(...keys: readonly Key[]) {
  return optionalFields(keys, z.string()).optional();
}

/** The `permissions` field of a resource: the rights of the caller (2.1). */
export function permissions<Key extends string>(...keys: readonly Key[]) {
  return optionalFields(keys, z.boolean()).optional();
}

/** Merge rules of a space or organization as answers hold them, with rules of this form (2.1; `none` by A34). */
export function mergeRulesOf<Rule extends z.ZodType>(rule: Rule) {
  return z.discriminatedUnion("type", [
    z.object({ type: z.literal("inherit") }),
    z.object({ type: z.literal("none") }),
    z.object({ type: z.literal("rules"), rules: z.array(rule) }),
  ]);
}

/** Merge rules of a space or organization as answers of the reference hold them. */
export const mergeRules = once(() =>
  mergeRulesOf(z.object({ rule: z.literal("require_specific_reviewers"), users: z.array(z.string()) })),
);

/** Merge rules as manifests and bodies carry them: the same, without unknown keys (2.1, A34). */
export function mergeRulesBodyOf<Rule extends z.ZodType>(rule: Rule) {
  return z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("inherit") }),
    z.strictObject({ type: z.literal("none") }),
    z.strictObject({ type: z.literal("rules"), rules: z.array(rule) }),
  ]);
}

/** Merge rules as bodies of the reference carry them. */
export const mergeRulesBody = once(() =>
  mergeRulesBodyOf(
    z.strictObject({
      rule: z.literal("require_specific_reviewers").describe("Kind of rule"),
      users: z.array(z.string()).describe("Ids of the users who must review"),
    }),
  ),
);

/** A node of a rich document, usually `block`; other keys are kept (2.1). */
const richBlock = once(() => {
  const block = z.looseObject({
    object: z.string().describe("Kind of node, such as block"),
    type: z.string().optional(),
    key: z.string().optional(),
    get nodes(): z.ZodOptional<z.ZodArray<typeof block>> {
      return z.array(block).optional();
    },
    isVoid: z.boolean().optional(),
    data: z.looseObject({ align: z.string().optional() }).optional(),
  });
  return block;
});

/** Rich document, in answers and bodies alike; unknown keys are kept, so that it can be sent back (2.1). */
export const richDocument = once(() =>
  z.looseObject({
    object: z.literal("document"),
    data: z.looseObject({ schemaVersion: z.number().optional() }).optional(),
    nodes: z.array(richBlock()),
    meta: z.looseObject({ token: z.string().optional() }).optional(),
  }),
);

/** User (2.2). */
export const user = resource("user", () => ({
  id: z.string(),
  displayName: z.string().optional(),
  email: z.string().optional(),
  photoURL: z.string().optional(),
  urls: links("location"),
}));

/** Member of an organization (2.9). A `null` role is a guest. */
export const member = resource("member", () => ({
  id: z.string(),
  role: role.nullable().optional(),
  user: user(),
  disabled: z.boolean().optional(),
  joinedAt: timestamp.optional(),
  lastSeenAt: timestamp.optional(),
  sso: z.boolean().optional(),
  spaces: z.number().optional(),
  teams: z.number().optional(),
}));

/** A boolean in a query: typed callers give a boolean, the wire carries text. */
export const queryBoolean = once(() =>
  z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]),
);

/** Items a page in a query, at most 1000 (8, A6): typed callers give a number, the wire carries its digits. */
export const queryLimit = once(() =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d+$/, "must be a whole number")
        .transform((text) => Number(text)),
    ])
    .pipe(z.number().int().min(0).max(1000)),
);

/** A query parameter that repeats (A7): typed callers give an array, the wire carries one text or several. */
export const queryStrings = once(() =>
  z.union([z.array(z.string()), z.string().transform((text) => [text])]),
);

/** Output format of content in a query (4, A8). */
export const contentFormat = optional(z.enum(["document", "markdown"]), "Output format of the content");

/** Place next to a sibling, on one side of it; empty for the end of the container (A24, A35). */
export function positionNextTo<Anchor extends z.ZodType>(anchor: Anchor) {
  return z
    .strictObject({
      before: optional(anchor, "Sibling that comes right after"),
      after: optional(anchor, "Sibling that comes right before"),
    })
    .refine(
      ({ before, after }) => before === undefined || after === undefined,
      "give before or after, not both",
    );
}

/** Direction of a sorted list. */
export const queryOrder = z.enum(["asc", "desc"]);

/** Key that resolves published URLs of share-link sites (5). */
export const shareKey = optional(
  z.string(),
  "Share key that resolves the published URLs of a share-link site",
);

/** Answers of a delete: 205 deleted, 204 did not exist (A3). */
export const deleted = { 205: null, 204: null } as const;

/** The answers of an operation without a response body (A5). */
export const empty = { 204: null } as const;
