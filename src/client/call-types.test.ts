import { expectTypeOf, test } from "vitest";
import type { Json } from "../text/json.ts";
import type { Client, ReadClient } from "./client.ts";

const params = { organizationId: "acme" };

/** Never run: the compiler is the test. */
async function calls(client: Client, reader: ReadClient): Promise<void> {
  await client.call("listTeams", { params, query: { limit: 10, title: "Docs" } });
  await client.call("listOrganizations");
  await client.call("createTeam", { params, body: { title: "Docs" } });
  await client.call("publishSite", { params: { ...params, siteId: "s" } });

  // @ts-expect-error the path parameter is missing
  await client.call("listTeams");
  // @ts-expect-error no such path parameter
  await client.call("listTeams", { params: { organisationId: "acme" } });
  // @ts-expect-error a parameter of another operation
  await client.call("listTeams", { params: { organizationId: "acme", teamId: "t" } });
  // @ts-expect-error no such operation
  await client.call("listTeam", { params });
  // @ts-expect-error no such query parameter
  await client.call("listTeams", { params, query: { search: "x" } });
  // @ts-expect-error a limit is a number
  await client.call("listTeams", { params, query: { limit: "10" } });
  // @ts-expect-error the body is missing
  await client.call("createTeam", { params });
  // @ts-expect-error the body lacks its title
  await client.call("createTeam", { params, body: {} });
  // @ts-expect-error no such field in the body
  await client.call("createTeam", { params, body: { title: "Docs", colour: "red" } });
  // @ts-expect-error the operation takes no body
  await client.call("publishSite", { params: { ...params, siteId: "s" }, body: {} });
  // @ts-expect-error the operation takes no query
  await client.call("getOrganization", { params, query: {} });
  // @ts-expect-error not a list
  await client.all("getTeam", { params: { ...params, teamId: "t" } });
  // @ts-expect-error the cursor is the client's business
  await client.all("listTeams", { params, query: { page: "x" } });
  // @ts-expect-error a read client has no call that changes something
  await reader.call("deleteTeam", { params: { ...params, teamId: "t" } });
  // @ts-expect-error a full client is not a read client: it has to be made one
  const unguarded: ReadClient = client;

  const team = await reader.call("getTeam", { params: { ...params, teamId: "t" } });
  expectTypeOf(team.title).toEqualTypeOf<string>();
  // @ts-expect-error no such field in the answer
  void team.colour;
  const gone = await client.call("deleteTeam", { params: { ...params, teamId: "t" } });
  expectTypeOf(gone).toEqualTypeOf<undefined>();
  const [first] = await reader.all("listTeamMembers", { params: { ...params, teamId: "t" } });
  expectTypeOf(first?.team.role).toEqualTypeOf<"owner" | "member" | undefined>();
  for await (const page of unguarded.pages("listOrganizations"))
    expectTypeOf(page.items[0]?.id).toEqualTypeOf<string | undefined>();
  expectTypeOf(reader.sendAll).returns.resolves.toEqualTypeOf<readonly Json[]>();
}

test("what does not fit the contract does not compile", () => {
  expectTypeOf(calls).returns.resolves.toEqualTypeOf<void>();
});
