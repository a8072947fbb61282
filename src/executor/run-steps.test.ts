import { afterEach, expect, test, vi } from "vitest";
import { directTransport } from "../../test/support/network/direct-transport.ts";
import { virtualClient } from "../../test/support/network/virtual-client.ts";
import { virtualTime } from "../../test/support/network/virtual-time.ts";
import { seedState } from "../../test/support/platform/seed-state.ts";
import { createPlatform } from "../platform/platform.ts";
import { callsOf } from "./run-steps.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("a run encodes each hidden text once, however many answers it masks", async () => {
  const hidden = ["hidden-slug", ...Array.from({ length: 3 }, (_, at) => `openapi: 3.1.0 # spec ${at}`)];
  const spec = { slug: "hidden-slug", text: "openapi: 3.1.0" };
  const member = { email: "ana@acme.example", role: "admin" };
  const seed = {
    tokens: { t: { user: member.email, rights: "admin" } },
    organizations: [{ id: "org_acme", title: "Acme", members: [member], openapi: [spec] }],
  };
  const time = virtualTime(0);
  const platform = createPlatform({ state: seedState(seed), clock: time.now });
  const client = virtualClient(time, { transport: directTransport(platform) });
  const encode = vi.spyOn(globalThis, "encodeURIComponent");
  const reader = { requests: () => 0, one: vi.fn(), find: vi.fn(), list: vi.fn() };
  const { readOne } = callsOf({ client, reader }, new Map(hidden.map((text, at) => [`$${at}`, text])));
  const params = { organizationId: "org_acme", specSlug: spec.slug };
  for (let read = 0; read < 20; read += 1)
    expect(await time.run(readOne("getOpenApiSpec", params))).toMatchObject({
      answer: { slug: "[redacted]" },
    });
  const encoded = encode.mock.calls
    .map(([text]) => text)
    .filter((text) => hidden.slice(1).includes(String(text)));
  expect(encoded).toEqual(hidden.slice(1));
});
