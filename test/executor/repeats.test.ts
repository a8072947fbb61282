import { describe, expect, test } from "vitest";
import { exampleWords } from "../../src/cli/api/api-help.ts";
import { readInput } from "../../src/cli/api/api-input.ts";
import { createClient } from "../../src/client/client.ts";
import { ApiError } from "../../src/client/errors.ts";
import { type HttpRequest, TransportError } from "../../src/client/transport.ts";
import { type Operation, pathParameters } from "../../src/contract/operation.ts";
import { type OperationName, operations } from "../../src/contract/operations.ts";
import { handleRaw } from "../../src/platform/platform.ts";
import type { Json } from "../../src/text/json.ts";
import { fakeClock } from "../support/network/scripted-server.ts";
import { type TestPlatform, testPlatform } from "../support/platform/test-platform.ts";
import { pathOf, wholeSeed } from "../support/platform/whole-seed.ts";

const all: readonly Operation[] = Object.values(operations);
const idempotent = all.filter(({ retry }) => retry === "idempotent");

/** The only operations whose method does not say whether they can be sent twice: one that cannot, and those that can. */
const creatingPut = "createTeam";
const repeatablePosts: readonly OperationName[] = [
  "joinOrganization",
  "setMemberSso",
  "pingOrganization",
  "restoreSpace",
  "moveSpace",
  "transferSpace",
  "moveCollection",
  "transferCollection",
  "publishSite",
  "moveSiteSection",
  "addSectionToGroup",
  "moveSiteSpace",
  "pullChangeRequest",
];

interface Sent {
  readonly body: Json;
  readonly params?: Readonly<Record<string, string>>;
}

/** The bodies to send where the example of an operation changes nothing in the whole seed, or fits nothing there. */
const sent: Partial<Record<OperationName, readonly Sent[]>> = {
  updateTeamMembers: [
    { body: { add: ["bo@acme.example"], memberships: { "bo@acme.example": { role: "owner" } } } },
    { body: { remove: ["li@acme.example"] } },
    { body: { add: ["bo@acme.example"], remove: ["bo@acme.example", "usr_li"] } },
    { body: { remove: ["li@acme.example"], memberships: { "li@acme.example": { role: "owner" } } } },
  ],
  moveSpace: [
    { body: { parent: "col_guides" } },
    { body: { parent: null, position: { after: { type: "space", space: "sp_two" } } } },
  ],
  transferSpace: [{ body: { organization: "org_globex" }, params: { spaceId: "sp_free" } }],
  moveCollection: [{ body: { position: { after: { type: "space", space: "sp_two" } } } }],
  transferCollection: [{ body: { organization: "org_globex" } }],
  addSectionToGroup: [{ body: { sectionId: "sec_a" } }],
  moveSiteSpace: [{ body: { position: { after: { type: "site-space", siteSpace: "ss_b" } } } }],
};

/** Calls that end otherwise than with the answer of the first attempt: the error says that it is in doubt. */
const refusedWhenDone: Partial<
  Record<OperationName, { readonly status: number; readonly unchanged: boolean }>
> = {
  restoreSpace: { status: 409, unchanged: false },
  moveSpace: { status: 409, unchanged: true },
  transferSpace: { status: 409, unchanged: true },
  moveCollection: { status: 409, unchanged: true },
  transferCollection: { status: 409, unchanged: true },
};

const seed = {
  ...wholeSeed,
  organizations: wholeSeed.organizations.map((organization) =>
    organization.id === "org_acme"
      ? { ...organization, spaces: [...organization.spaces, { id: "sp_free", title: "Free" }] }
      : organization,
  ),
};

function examplesOf(operation: Operation): readonly Partial<Sent>[] {
  const given = sent[operation.name as OperationName];
  if (given !== undefined) return given;
  const [, ...words] = exampleWords(operation);
  const read = readInput(operation, { params: {}, words });
  return ["input" in read && read.input.body !== undefined ? { body: read.input.body as Json } : {}];
}

/** The parameters of a call, taken from its path. */
function paramsIn(operation: Operation, path: string): Readonly<Record<string, string>> {
  const values = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`).exec(path) ?? [];
  return Object.fromEntries(pathParameters(operation).map((name, at) => [name, values[at + 1] ?? ""]));
}

/** The state apart from times, and from the ids of versions: putting a spec twice makes a version twice, of the same text. */
function settled({ platform }: TestPlatform): unknown {
  return JSON.parse(JSON.stringify(platform.state), (key, value) => {
    if (key.endsWith("At") || key === "nextId") return undefined;
    return typeof value === "string" && /^version_\d+$/.test(value) ? "version" : value;
  });
}

/** A call with the real client. The answers to the first `lost` attempts are lost after the platform did them. */
async function send(operation: Operation, { body, params }: Partial<Sent>, lost: number) {
  const world = testPlatform(seed);
  if (operation.name === "restoreSpace") world.call("DELETE", "/spaces/sp_one");
  const answered: number[] = [];
  const transport = async ({ method, url, headers, body: bodyText }: HttpRequest) => {
    world.pass(1000);
    const path = url.slice("https://platform.example".length);
    const answer = handleRaw(world.platform, { method, url: path, headers, bodyText });
    if (answered.push(answer.status) <= lost) throw new TransportError("lost", "reset");
    return { status: answer.status, headers: answer.headers, body: answer.bodyText };
  };
  const client = createClient({
    baseUrl: "https://platform.example",
    token: "admin",
    transport,
    clock: fakeClock(),
    random: () => 0,
    userAgent: "test",
  });
  const filled = paramsIn(operation, pathOf(operation, world, params));
  const args = { params: filled, ...(body === undefined ? {} : { body }) };
  const outcome = await client.send(operation, args).catch((cause: unknown) => cause);
  return { outcome, answered, state: settled(world) };
}

const cases = idempotent.flatMap((operation) =>
  examplesOf(operation).map((example) => [operation.name, operation, example] as const),
);

describe("an operation that can be sent twice", () => {
  test.each(cases)(
    "%s ends in the same state when its answer was lost: %#",
    async (name, operation, example) => {
      const once = await send(operation, example, 0);
      expect(once.outcome).not.toBeInstanceOf(Error);
      const twice = await send(operation, example, 1);
      expect(twice.answered[0]).toBe(once.answered[0]);
      expect(twice.answered).toHaveLength(2);
      expect(twice.state).toEqual(once.state);
      const refusal = refusedWhenDone[name as OperationName];
      if (refusal === undefined) expect(twice.outcome).not.toBeInstanceOf(Error);
      else {
        expect(twice.outcome).toBeInstanceOf(ApiError);
        expect(twice.outcome).toMatchObject({ status: refusal.status, inDoubt: true });
        expect(operation.unchanged === refusal.status).toBe(refusal.unchanged);
      }
    },
  );

  test("is each PUT, PATCH and DELETE but one, and these POSTs", () => {
    const byMethod = all.filter(
      ({ method, name }) => /PUT|PATCH|DELETE/.test(method) && name !== creatingPut,
    );
    const names = [...byMethod.map(({ name }) => name), ...repeatablePosts];
    expect([...new Set(cases.map(([name]) => name))].sort()).toEqual(names.sort());
  });
});
