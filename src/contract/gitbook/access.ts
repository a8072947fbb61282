import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, type Operation, paging } from "../operation.ts";
import { team } from "../parts/teams.ts";
import { deleted, empty, objectOf, optional, requestBody, role, timestamp, user } from "../resource.ts";

const part = "G access";

/** The owners of access, as the names of their operations say them. */
type Owner = "Space" | "Collection" | "Site";

type AccessOperationName<Name extends Owner> =
  | `add${Name}Access`
  | `list${Name}TeamAccess`
  | `set${Name}TeamAccess`
  | `remove${Name}TeamAccess`
  | `list${Name}UserAccess`
  | `set${Name}UserAccess`
  | `remove${Name}UserAccess`
  | `list${Name}EffectiveAccess`;

/** Lists of a site show entries without a role, too; those of a space and a collection do not. */
const shownRole = { Space: role, Collection: role, Site: role.nullable() } as const;

/** The role that an update takes: null is refused at a site. */
const givenRole = { Space: role.nullable(), Collection: role.nullable(), Site: role } as const;

/** A person, and the role that all rules together give them at a site. */
const siteEffectiveAccess = objectOf(() => ({
  permission: role.nullable(),
  user: user(),
  origin: z.unknown().describe("The entry or the default that gives the role"),
  disabled: z.boolean().describe("Whether the person cannot sign in"),
  lastSeenAt: timestamp.optional(),
}));

/**
 * The operations on who may see and edit something: entries of teams and people, and the role that each person has by
 * all rules together. Spaces, collections and sites have the same ones, below their own path.
 */
function accessOperations<Name extends Owner>(
  owner: Name,
  path: `/${string}`,
): Readonly<Record<AccessOperationName<Name>, Operation>> {
  const within = owner.toLowerCase();
  const userAccess = objectOf(() => ({ permission: shownRole[owner], user: user() }));
  const all: Readonly<Record<string, Operation>> = {
    ...entryOperations(owner, `${path}/permissions/teams`, "Team", {
      item: objectOf(() => ({ permission: shownRole[owner], team: team() })),
    }),
    ...entryOperations(owner, `${path}/permissions/users`, "User", { item: userAccess }),
    ...defineOperations(part, {
      [`add${owner}Access`]: {
        summary: `Give teams or people access to a ${within}`,
        call: `POST ${path}/permissions`,
        // A repetition gives the same entries the same role; what becomes of another role is open (G1).
        retry: "idempotent",
        body: requestBody(() => ({
          role: role.nullable().describe("Role of all who are named"),
          teams: optional(z.array(z.string()).min(1), "Ids of teams"),
          users: optional(z.array(z.string()).min(1), "Ids of people"),
        })),
        answers: empty,
      },
      [`list${owner}EffectiveAccess`]: {
        summary: `List everybody who can open a ${within}, with the role that all rules give`,
        call: `GET ${path}/permissions/aggregate`,
        query: once(() => paging().extend({ role: optional(role, "Only people with this role") })),
        list: owner === "Site" ? siteEffectiveAccess : userAccess,
      },
    }),
  };
  return all as Readonly<Record<AccessOperationName<Name>, Operation>>;
}

/** Lists, changes and removes the entries of one sort. */
function entryOperations(
  owner: Owner,
  path: `/${string}`,
  sort: "Team" | "User",
  { item }: { readonly item: () => z.ZodType },
): Readonly<Record<string, Operation>> {
  const one = `${path}/{${sort.toLowerCase()}Id}` as const;
  const within = owner.toLowerCase();
  const who = sort === "Team" ? "team" : "person";
  return defineOperations(part, {
    [`list${owner}${sort}Access`]: {
      summary: `List each ${who} that has an entry of its own in the access to a ${within}`,
      call: `GET ${path}`,
      query: paging,
      list: item,
    },
    [`set${owner}${sort}Access`]: {
      summary: `Change the role of a ${who} in a ${within}`,
      call: `PATCH ${one}`,
      body: requestBody(() => ({ role: givenRole[owner].describe("The new role") })),
      answers: empty,
    },
    [`remove${owner}${sort}Access`]: {
      summary: `Take the entry of a ${who} away from a ${within}`,
      call: `DELETE ${one}`,
      answers: deleted,
    },
  });
}

/** Access to spaces, collections and sites. */
export const gitbookAccessOperations = {
  ...accessOperations("Space", "/spaces/{spaceId}"),
  ...accessOperations("Collection", "/collections/{collectionId}"),
  ...accessOperations("Site", "/orgs/{organizationId}/sites/{siteId}"),
};
