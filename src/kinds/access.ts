import * as z from "zod";
import { gitbookAccessOperations } from "../contract/gitbook/access.ts";
import type { Operation } from "../contract/operation.ts";
import { defaultLevel } from "../contract/parts/spaces.ts";
import { role } from "../contract/resource.ts";
import type { Field } from "../model/field.ts";
import type { EntrySort } from "../model/membership.ts";
import { isObject, type JsonObject } from "../text/json.ts";
import { roleDocs } from "./values.ts";

const all: Readonly<Record<string, Operation>> = gitbookAccessOperations;

/**
 * The access to a space, a collection or a site: teams and people, each with a role. Everybody else has what the
 * default level gives, and admins of the organization stand outside.
 */
export function accessField(owner: "Space" | "Collection" | "Site"): Field {
  const within = owner.toLowerCase();
  return {
    schema: z
      .strictObject({
        teams: z.record(z.string(), role).optional().describe("Role by key of the team, or id:…"),
        users: z.record(z.string(), role).optional().describe("Role by email or id of the person"),
      })
      .describe("Teams and people with a role of their own"),
    doc: `Teams and people with a role of their own in the ${within}. The whole list, unless manage says listed`,
    values: roleDocs,
    access: true,
    membership: {
      sorts: [
        { ...entrySort(owner, "Team"), key: "teams", of: "team", isReference: true },
        { ...entrySort(owner, "User"), key: "users", of: "member" },
      ],
      calls: { by: "entry", add: operation(`add${owner}Access`) },
      leadRole: "admin",
      widestFirst: role.options,
      effective: operation(`list${owner}EffectiveAccess`),
      levels: ["defaultLevel"],
      ...(owner === "Site" ? { isUntouched } : {}),
    },
  };
}

/** The level of everybody who has no entry, in the edition gitbook: null is one, too. */
export function levelField(owner: "space" | "collection" | "site", more: Partial<Field> = {}): Field {
  const inherited = owner === "site" ? "its spaces" : "what it is in";
  return {
    schema: defaultLevel,
    doc: `Role of members without an entry in the ${owner}; inherit is that of ${inherited}, null lets in admins alone`,
    values: { ...roleDocs, inherit: `the role in ${inherited}` },
    access: true,
    clearable: true,
    nullMeans: "nobody but admins",
    ...more,
  };
}

function entrySort(owner: string, sort: "Team" | "User"): Pick<EntrySort, "list" | "read" | "one"> {
  const name = sort.toLowerCase();
  return {
    list: operation(`list${owner}${sort}Access`),
    read: (item) => readEntry(item, name),
    one: {
      change: operation(`set${owner}${sort}Access`),
      remove: operation(`remove${owner}${sort}Access`),
      idParam: `${name}Id`,
    },
  };
}

/** An entry of a site may be without a role: docform leaves it alone. */
function readEntry(item: JsonObject, name: string): { id: string; role: string } | undefined {
  const named = item[name];
  const id = isObject(named) ? named.id : undefined;
  return typeof id === "string" && typeof item.permission === "string"
    ? { id, role: item.permission }
    : undefined;
}

/** A site follows its spaces as long as nobody has set its level or an entry. */
function isUntouched({ defaultLevel }: JsonObject): boolean {
  return defaultLevel === undefined || defaultLevel === "inherit";
}

function operation(name: string): Operation {
  const found = all[name];
  if (found === undefined) throw new Error(`no operation is named ${name}`);
  return found;
}
