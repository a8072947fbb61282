import { role } from "../contract/resource.ts";
import type { Opening, ValueOpening } from "../model/opening.ts";
import type { Json } from "../text/json.ts";

/** The table of what opens something to more people, by kind. */
export const openings = {
  organization: [
    {
      by: "value",
      field: "emailDomains",
      isWider: (before, after) => listed(after).some((domain) => !listed(before).includes(domain)),
      who: "anyone with an email at a domain that is added can join the organization",
    },
    {
      by: "value",
      field: "defaultRole",
      isWider: isWiderRole,
      who: "people who join can do more than those who joined before",
    },
    {
      by: "value",
      field: "inviteLinks",
      isWider: isTurnedOn,
      who: "anyone with an invite link can join the organization",
    },
    {
      by: "value",
      field: "sso",
      isWider: (before, after) => isTurnedOn(after, before),
      who: "people can come in without single sign-on",
    },
  ],
  "saml-provider": [
    { by: "create", who: "anyone who signs in with it can join the organization" },
    {
      by: "value",
      field: "defaultRole",
      isWider: (before, after) => before !== undefined && isWiderRole(before, after),
      who: "people who sign in first can do more than those who did before",
    },
    {
      by: "value",
      field: "defaultTeam",
      isWider: isAnother,
      who: "people who sign in for the first time join another team",
    },
    ...(["ssoURL", "entityID", "certificate"] as const).map(
      (field): ValueOpening => ({
        by: "value",
        field,
        isWider: isAnother,
        who: "anyone who another identity provider confirms can sign in",
      }),
    ),
  ],
  "openapi-spec": [
    {
      by: "value",
      field: "visibility",
      isWider: (before, after) => after === "public" && before !== "public",
      who: "anyone with the link can read the spec",
      loses: "people with the link can no longer read the spec",
    },
  ],
  collection: [level()],
  space: [level()],
  site: [
    {
      by: "value",
      field: "visibility",
      isWider: isWiderVisibility,
      who: ({ visibility }) => visitors(visibility),
      loses: "people who can open the site now can no longer open it",
      isOpenToAll: (value) => value === "public" || value === "unlisted",
    },
    {
      by: "value",
      field: "published",
      isWider: isTurnedOn,
      who: ({ visibility }) => visitors(visibility),
      loses: "the site goes offline: its addresses stop answering, and its visitors lose it",
      isOpenToAll: (value) => value === true,
      isShut: (value) => value !== true,
    },
    {
      by: "value",
      field: "defaultLevel",
      isWider: (before, after) =>
        before !== after && after !== null && (isOpen(before) || isOpen(after) || isWiderRole(before, after)),
      who: "members of the organization may see it, or do more in it than before",
      loses: "members of the organization may no longer see it, or do less in it than before",
    },
  ],
  "visitor-auth": [
    {
      by: "value",
      field: "backend",
      isWider: isAnother,
      who: "visitors whom another backend signs in can open the site",
      opens: "parent",
    },
  ],
  "share-link": [
    {
      by: "value",
      field: "active",
      // A new link is active unless it is said not to be (its create takes no more than a name, 4.15).
      isWider: (before, after) => isTurnedOn(before, after) || (before === undefined && after === undefined),
      who: "anyone with the link can open the site",
      loses: "people with the link can no longer open the site by it",
      opens: "parent",
    },
  ],
  section: [condition(), draft()],
  "section-group": [draft()],
  "external-link": [condition(), draft()],
  "site-space": [
    condition(),
    draft(),
    {
      by: "showing",
      field: "space",
      who: "visitors of the site see a space that they could not see before",
    },
  ],
} as const satisfies Readonly<Record<string, readonly Opening[]>>;

/** An expression that visitors meet. Another one lets in others. */
function condition(): ValueOpening {
  return {
    by: "value",
    field: "condition",
    isWider: (before, after) => typeof before === "string" && before !== after,
    who: ({ condition }) =>
      typeof condition === "string"
        ? "visitors see it who meet another condition"
        : "every visitor of the site sees it",
    loses: "visitors who do not meet the condition no longer see it",
    isOpenToAll: (value) => typeof value !== "string",
  };
}

/** A draft is seen by no visitor. */
function draft(): ValueOpening {
  return {
    by: "value",
    field: "draft",
    isWider: (before, after) => before === true && after !== true,
    who: "visitors of the site see it",
    loses: "visitors no longer see it",
    isOpenToAll: (value) => value !== true,
    isShut: (value) => value === true,
  };
}

function level(): Opening {
  return {
    by: "level",
    field: "defaultLevel",
    widestFirst: role.options,
    inherits: "inherit",
    who: "members may see it, or do more in it than before",
    loses: "members may no longer see it, or do less in it than before",
  };
}

/** A level that gives each person another role: it may be wider, and narrower. */
function isOpen(level: Json | undefined): boolean {
  return level === undefined || level === "inherit";
}

function listed(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function isTurnedOn(before: Json | undefined, after: Json | undefined): boolean {
  return after === true && before !== true;
}

/** No role is the least. */
export function isWiderRole(before: Json | undefined, after: Json | undefined): boolean {
  const widestFirst: readonly string[] = role.options;
  const [from, to] = [widestFirst.indexOf(String(before)), widestFirst.indexOf(String(after))];
  return to >= 0 && (from < 0 || to < from);
}

/** A live one gets a value that it did not have. */
function isAnother(before: Json | undefined, after: Json | undefined): boolean {
  return before !== undefined && after !== undefined && after !== null && after !== before;
}

/**
 * Unlisted, share-link and visitor-auth each let in people that the others do not (2.1). A new site had no audience.
 */
function isWiderVisibility(before: Json | undefined, after: Json | undefined): boolean {
  const rank = (value: Json | undefined): number => (value === "public" ? 0 : value === "unlisted" ? 1 : 2);
  if (before === undefined) return rank(after) < 2;
  return after !== before && rank(after) <= rank(before);
}

/** The reference names no default; a new site that says nothing is public (2.15). */
function visitors(visibility: Json | undefined): string {
  if (visibility === "unlisted") return "anyone can open the site";
  if (visibility === "share-link") return "whoever has a share link can open the site";
  if (visibility === "visitor-auth") return "anyone who is authenticated can open the site";
  const why = visibility === undefined ? ": no visibility is written, and a new site is public" : "";
  return `anyone can open the site, and search engines index it${why}`;
}
