import { isObject } from "../../text/json.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The permissions of objects that the reference shows without, and whether a token that only reads has them. */
function permissions(isAdmin: boolean, ...names: readonly string[]): Fields {
  return { view: true, access: true, ...Object.fromEntries(names.map((name) => [name, isAdmin])) };
}

/**
 * By type of object: the fields that the published API has beside those of the reference. One that is undefined is gone
 * there.
 */
const differences: Readonly<Record<string, (shown: Fields, isAdmin: boolean) => Fields>> = {
  organization: ({ defaultContent }) => ({
    ...(defaultContent === null ? { defaultContent: undefined } : {}),
    trial: { status: "none", count: 0 },
    permissions: { access: true, ingestConversations: undefined },
  }),
  member: () => ({ sites: 0 }),
  site: ({ type, urls }, isAdmin) => ({
    appliedType: type,
    defaultLevel: "inherit",
    features: [],
    agentsContext: undefined,
    urls: { preview: isObject(urls) ? `${urls.app}/preview` : undefined },
    permissions: permissions(
      isAdmin,
      ...["edit", "create", "admin", "installIntegration", "viewAdaptiveSchema", "editAdaptiveSchema"],
    ),
  }),
  "site-section": () => ({ draft: false }),
  "site-section-group": () => ({ draft: false }),
  "site-external-link": () => ({ draft: false }),
  "site-space": () => ({ draft: false }),
  "openapi-spec": ({ lastProcessedErrors }) => ({
    lastProcessedErrorCount: Array.isArray(lastProcessedErrors) ? lastProcessedErrors.length : 0,
  }),
  "change-request": () => ({ conversationsIssuesCluster: undefined }),
  revision: ({ git }) => ({
    tags: [],
    ...(isObject(git)
      ? { git: { createdByGitBook: git.createdByService, createdByService: undefined } }
      : {}),
  }),
  translation: ({ language, result }) => (isObject(result) ? { result: { language } } : {}),
};

/** An answer of the reference as the published API has it: each object in it, at any depth. */
export function completed(value: unknown, isAdmin: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => completed(one, isAdmin));
  if (!isObject(value)) return value;
  const inner = Object.entries(value).map(([key, one]): [string, unknown] => [key, completed(one, isAdmin)]);
  const shown = Object.fromEntries(inner);
  const more = typeof shown.object === "string" ? differences[shown.object]?.(shown, isAdmin) : undefined;
  return more === undefined ? shown : merged(more, shown);
}

/** The fields of both; those of the answer win, unless they are gone. */
function merged(more: Fields, shown: Fields): Fields {
  const fields = Object.entries(more).map(([key, value]): [string, unknown] => {
    const own = shown[key];
    if (isObject(value) && isObject(own)) return [key, merged(value, own)];
    return [key, value === undefined || own === undefined ? value : own];
  });
  return { ...shown, ...Object.fromEntries(fields) };
}
