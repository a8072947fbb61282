import * as z from "zod";

/** A value that is kept under an id. */
const row = z.looseObject({ id: z.string() });
const rows = z.record(z.string(), row);
const ids = z.array(z.string());

/** A table whose order names rows that are there. */
function table(one: z.ZodType = row) {
  return z
    .object({ byId: z.record(z.string(), one), order: ids })
    .refine(({ byId, order }) => order.every((id) => Object.hasOwn(byId, id)), {
      message: "names a row that is not there",
      path: ["order"],
    });
}

const site = row.extend({
  title: z.string(),
  children: ids,
  siteSpaces: ids,
  sections: rows,
  groups: rows,
  allSiteSpaces: rows,
  shareLinks: table(),
});

const organization = row.extend({
  title: z.string(),
  emailDomains: ids,
  children: ids,
  members: table(),
  teams: table(row.extend({ members: z.record(z.string(), z.string()) })),
  sites: table(site),
  specs: table(),
  samlProviders: table(),
  linkInvites: table(),
  translations: table(),
  conversations: z.object({ conversations: table(), issues: table(), clusters: table() }),
});

/** The parts of a state that every answer rests on: the tables, and what is in them. */
const stateForm = z.looseObject({
  nextId: z.int(),
  tokens: z.record(z.string(), z.looseObject({ user: z.string(), rights: z.enum(["admin", "read"]) })),
  users: rows,
  organizations: table(organization),
  spaces: z.record(z.string(), row.extend({ organization: z.string(), comments: table() })),
  collections: z.record(z.string(), row.extend({ organization: z.string(), children: ids })),
  templates: z.record(z.string(), z.looseObject({})),
});

/** The first field of a state that has a wrong form, and what is wrong; undefined for a state that can be served. */
export function wrongField(state: unknown): string | undefined {
  const [issue] = stateForm.safeParse(state).error?.issues ?? [];
  if (issue === undefined) return undefined;
  const field = ["state", ...issue.path].join(".");
  return `${field}: ${issue.message.replace("Invalid input: ", "")}`;
}
