import { channel } from "node:diagnostics_channel";
import type { Edition } from "../../../src/contract/edition.ts";
import { createPlatform, handleRaw, type Platform } from "../../../src/platform/platform.ts";
import { toMilliseconds } from "../../../src/platform/store/time.ts";
import type { Json, JsonObject } from "../../../src/text/json.ts";
import { checkAnswerIn } from "../gitbook/check-published.ts";
import { seedState } from "./seed-state.ts";

/** A small organization with something of everything, and a second one; for tests. */
export const smallSeed = {
  now: "2026-01-05T09:00:00Z",
  tokens: {
    admin: { user: "ana@acme.example", rights: "admin" },
    reader: { user: "li@acme.example", rights: "read" },
    outsider: { user: "zoe@globex.example", rights: "admin", organizations: ["org_globex"] },
  },
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      hostname: "acme",
      emailDomains: ["acme.example"],
      members: [
        { email: "ana@acme.example", name: "Ana Ruiz", role: "admin", joinedAt: "2025-01-01T00:00:00Z" },
        { email: "li@acme.example", name: "Li Wei", role: "edit", joinedAt: "2025-02-01T00:00:00Z" },
        { email: "bo@acme.example", role: null, joinedAt: "2025-03-01T00:00:00Z" },
      ],
      teams: [{ id: "team_docs", title: "Docs", members: { "ana@acme.example": "owner" } }],
      collections: [{ id: "col_guides", title: "Guides" }],
      spaces: ["One", "Two", "Three", "Four"].map((title) => ({ id: `sp_${title.toLowerCase()}`, title })),
      sites: [
        { id: "site_empty", title: "Empty site" },
        {
          id: "site_flat",
          title: "Flat site",
          structure: [
            { space: "sp_one", id: "ss_1" },
            { space: "sp_two", id: "ss_2" },
          ],
        },
        {
          id: "site_deep",
          title: "Deep site",
          structure: [
            { section: "First", id: "sec_a", spaces: [{ space: "sp_one", id: "ss_a" }] },
            {
              group: "Group",
              id: "grp_1",
              children: [
                { section: "Second", id: "sec_b", spaces: [{ space: "sp_two", id: "ss_b" }] },
                {
                  group: "Inner",
                  id: "grp_2",
                  children: [{ section: "Third", id: "sec_c", spaces: [{ space: "sp_three", id: "ss_c" }] }],
                },
              ],
            },
            { section: "Fourth", id: "sec_d", spaces: [{ space: "sp_four", id: "ss_d" }] },
          ],
          shareLinks: [{ id: "link_1", name: "Partners", key: "secret" }],
        },
      ],
      saml: [{ id: "saml_okta", label: "Okta", defaultTeam: "team_docs" }],
      openapi: [{ slug: "petstore", sourceURL: "https://petstore.example/openapi.json" }],
    },
    {
      id: "org_globex",
      title: "Globex",
      members: [{ email: "zoe@globex.example", name: "Zoe", role: "admin" }],
      spaces: [{ id: "sp_globex", title: "Globex docs" }],
    },
  ],
};

/** Every line that the log of a platform in a test gets is told here: coverage listens. */
export const answered = channel("docform:answered");

/** An answer as tests look at it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

/** Calls a platform in-process: `call("POST", "/orgs/org_acme/sites", {title: "Docs"})`. */
export type Call = (method: string, path: string, body?: Json, token?: string) => Answer;

/** A platform for tests: strict about its answers, with a clock that is moved by hand. */
export interface TestPlatform {
  readonly platform: Platform;
  readonly call: Call;
  /** The items of a list, which must fit one page. */
  readonly list: (path: string) => readonly JsonObject[];
  /** Moves the clock. */
  readonly pass: (milliseconds: number) => void;
  /** Lines of the log, faults included. */
  readonly log: readonly JsonObject[];
}

/** Calls a platform in this process. A fault of the platform throws what its log says. */
export function callOn(platform: Platform, fault: () => unknown = () => "the platform has a fault"): Call {
  return (method, path, body, token = "admin") => {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (body !== undefined) headers["content-type"] = "application/json";
    const bodyText = body === undefined ? undefined : JSON.stringify(body);
    const answer = handleRaw(platform, { method, url: `/v1${path}`, headers, bodyText });
    if (answer.status >= 500) throw new Error(JSON.stringify(fault()));
    const parsed = answer.bodyText === "" ? {} : JSON.parse(answer.bodyText);
    return { status: answer.status, headers: answer.headers, body: parsed };
  };
}

/** Makes a platform for tests from a seed. A fault of the platform fails the test that meets it. */
export function testPlatform(seed: unknown = smallSeed, edition: Edition = "reference"): TestPlatform {
  let time = toMilliseconds("2026-01-05T10:00:00Z");
  const log: JsonObject[] = [];
  const platform = createPlatform({
    state: seedState(seed),
    edition,
    clock: () => time,
    log: (line) => {
      answered.publish(line);
      log.push(JSON.parse(line));
    },
    checkAnswer: checkAnswerIn(edition),
  });
  const call = callOn(platform, () => log.at(-2));
  const list = (path: string) => {
    const { body, status } = call("GET", `${path}${path.includes("?") ? "&" : "?"}limit=1000`);
    if (status !== 200 || body.next !== undefined) throw new Error(JSON.stringify(body));
    return body.items as readonly JsonObject[];
  };
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { platform, call, list, pass, log };
}

/** The display order of a site, groups with what they hold: `sec_a grp_1(sec_b grp_2(sec_c)) sec_d`. */
export function outline({ platform }: TestPlatform, id = "site_deep"): string {
  const site = platform.state.organizations.byId.org_acme?.sites.byId[id];
  const show = (item: string): string => {
    const group = site?.groups[item];
    return group === undefined ? item : `${item}(${group.children.map(show).join(" ")})`;
  };
  return site === undefined ? "" : site.children.map(show).join(" ");
}
