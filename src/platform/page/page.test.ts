import { expect, test } from "vitest";
import { hostileTitles } from "../../../test/support/plans/hostile-titles.ts";
import { hostileSeed } from "../../../test/support/platform/hostile-seed.ts";
import { seedState } from "../../../test/support/platform/seed-state.ts";
import { smallSeed } from "../../../test/support/platform/test-platform.ts";
import { parseXml } from "../../../test/support/services/junit-form.ts";
import { escapeHidden } from "../../text/hidden-characters.ts";
import { rows } from "../store/table.ts";
import { renderPage } from "./page.tsx";

const line = { time: "2026-01-05T09:00:01.000Z", method: "GET", operation: null, status: 200, ms: 3 };

function pageOf(seed: object, paths: readonly string[] = []): string {
  const lines = paths.map((path) => ({ ...line, path, mutates: false }));
  const requests = { count: lines.length, lines };
  const state = seedState(seed);
  return renderPage({ state, baseUrl: "http://127.0.0.1:1", now: "2026-01-05T10:00:00Z", requests });
}

type Element = ReturnType<typeof parseXml>;

function elementsOf(element: Element): readonly Element[] {
  return [element, ...element.children.flatMap(elementsOf)];
}

const ownElements = new Set(
  "html div head meta title body header main aside section article h1 h2 h3 h4 h5 p ul ol li span bdi b code a template label select option".split(
    " ",
  ),
);
const ownAttributes = new Set(
  "lang charset name content data-seen data-item class id role href aria-labelledby tabindex hidden value".split(
    " ",
  ),
);

test("of forty hostile titles the page makes text, which is seen whole, and nothing else", () => {
  expect(hostileTitles).toHaveLength(40);
  const page = pageOf(
    hostileSeed(),
    hostileTitles.map((title) => `/v1/${title}`),
  );
  expect(page.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  const bare = page.replace("<!doctype html>", "").replace(/<(style|script)>[\s\S]*?<\/\1>/g, "");
  const elements = elementsOf(parseXml(bare));
  expect(elements.map(({ name }) => name).filter((name) => !ownElements.has(name))).toEqual([]);
  const attributes = elements.flatMap((element) => Object.entries(element.attributes));
  expect(attributes.filter(([name]) => !ownAttributes.has(name))).toEqual([]);
  const texts = elements.map(({ text }) => text);
  for (const title of hostileTitles) {
    const shown = escapeHidden(title);
    // A member, an owner, a team, a collection, a space and where a site shows it, a site, a group, a section, its condition.
    expect(texts.filter((text) => text.includes(shown)).length, shown).toBeGreaterThanOrEqual(11);
    expect(texts, shown).toContain(escapeHidden(`/v1/${title}`));
  }
});

test("the address of a spec is shown without its login and its query", () => {
  const [organization, ...others] = smallSeed.organizations;
  const sourceURL = "https://bot:in-the-login@specs.example/orders.yaml?key=in-the-query#in-the-fragment";
  const page = pageOf({
    ...smallSeed,
    organizations: [{ ...organization, openapi: [{ slug: "orders", sourceURL }] }, ...others],
  });
  expect(page).toContain("<bdi>https://specs.example/orders.yaml</bdi>");
  expect(page).not.toMatch(/in-the-\w+/);
});

test("a SAML provider is shown, without its certificate and what may be secret in its address", () => {
  const [organization, ...others] = smallSeed.organizations;
  const provider = {
    label: "Okta",
    ssoURL: "https://acme.okta.example/sso/saml?key=in-the-query",
    entityID: "acme",
    certificate: "in-the-certificate",
    defaultRole: "read",
  };
  const page = pageOf({ ...smallSeed, organizations: [{ ...organization, saml: [provider] }, ...others] });
  expect(page).toMatch(
    /<h3>SAML providers <span class="note">1<\/span><\/h3>.*Okta.*acme\.okta\.example\/sso\/saml<.*joins as read/s,
  );
  expect(page).not.toMatch(/in-the-\w+/);
});

test("a space and a site show who has a role of their own, and people those who have not joined", () => {
  const state = seedState(smallSeed);
  const [organization] = rows(state.organizations);
  const [space] = Object.values(state.spaces);
  const [team, member] = [organization?.teams.order[0] ?? "", organization?.members.order[0] ?? ""];
  Object.assign(space ?? {}, {
    access: { teams: { [team]: "edit" }, users: { [member]: null, usr_gone: "read" } },
    defaultLevel: "comment",
  });
  const bo = { email: "bo@new.example", role: "edit", sentAt: [] } as const;
  Object.assign(organization ?? {}, { invitations: { [bo.email]: bo }, removals: [member] });
  const requests = { count: 0, lines: [] };
  const page = renderPage({ state, baseUrl: "http://127.0.0.1:1", now: "2026-01-05T10:00:00Z", requests });
  expect(page).toMatch(/members: comment.*team Docs: edit.*: no role.*usr_gone: read/s);
  expect(page).toContain("<bdi>removal requested</bdi>");
  expect(page).toMatch(/Invited.*bo@new\.example.*has not joined yet/s);
});

test("writes and failures have a mark of their own", () => {
  const lines = [
    { ...line, path: "/v1/orgs/org_acme", mutates: false },
    { ...line, method: "PATCH", path: "/v1/orgs/org_acme", mutates: true },
    { ...line, path: "/v1/orgs/none", status: 404, mutates: false },
  ];
  const state = seedState(smallSeed);
  const page = renderPage({
    state,
    baseUrl: "http://127.0.0.1:1",
    now: "2026-01-05T10:00:00Z",
    requests: { count: 3, lines },
  });
  expect([...page.matchAll(/<li class="(read|write|failed)">/g)].map(([, look]) => look)).toEqual([
    "failed",
    "write",
    "read",
    "read",
  ]);
});
