import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { editOn, type Project, project } from "../support/processes/cli-fixture.ts";

/** A project whose site has these redirects, by key: source and destination. */
function redirects(
  declared: Readonly<Record<string, readonly [source: string, to: string]>>,
  faults: readonly object[] = [],
): Promise<Project> {
  const lines = Object.entries(declared).map(
    ([key, [source, to]]) => `      ${key}: { source: ${source}, to: "${to}" }\n`,
  );
  const files = {
    "manifests/all.yaml": `organization: acme\nsites:\n  new:\n    title: New\n    type: basic\n    redirects:\n${lines.join("")}`,
  };
  return project(files, faults, "gitbook");
}

/** Changes the manifest. */
function declareAgain({ folder }: Project, change: (text: string) => string): void {
  const file = join(folder, "manifests/all.yaml");
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

function putCalls({ platform }: Project): number {
  return platform.takeRequests().filter(({ method, path }) => method === "PUT" && path.endsWith("/redirects"))
    .length;
}

test("one item of a shared call that the platform refuses fails its own change, and the others are done", async () => {
  const acme = await redirects({
    first: ["/first", "https://acme.example/a"],
    wrong: ["/wrong", "section:nowhere"],
    last: ["/last", "https://acme.example/b"],
  });
  const run = await acme.docform("apply --yes");
  expect(run.code).toBe(5);
  expect(run.stdout + run.stderr).toMatch(
    /redirects.wrong .*\n.* PUT .*\/redirects\n.*destination: the site has no such section/,
  );
  expect(run.stdout).toContain("2 done, 1 failed");
  expect(putCalls(acme)).toBe(1);
  const plan = JSON.parse((await acme.docform("plan --format json")).stdout);
  expect(plan.changes.map(({ address }: { address: string }) => address)).toEqual([
    "acme/sites.new.redirects.wrong",
  ]);
});

test("all that names or counts calls means the shared call", async () => {
  const acme = await redirects({
    a: ["/a", "https://acme.example/a"],
    b: ["/b", "https://acme.example/b"],
  });
  const page = (await acme.docform("plan --format html")).stdout;
  const table = page.slice(page.indexOf("<h2>Calls"));
  expect(table).toContain("2 API calls in order");
  expect(table.match(/<code>PUT [^<]*<\/code>/g)).toHaveLength(1);
  const explained = (await acme.docform("explain sites.new")).stdout;
  expect(explained).toContain("2 calls");
  expect(explained).toMatch(/putSiteRedirects +PUT .*\/redirects/);
  const applied = await acme.docform("apply --yes --rehearse");
  expect(applied.stdout).toContain("Rehearsed: converged. 2 calls,");
  expect(applied.stderr).toMatch(/redirects.a +putSiteRedirects/);
  expect(page + explained + applied.stdout + applied.stderr).not.toContain("createSiteRedirect");
});

test("a destination from the environment is sent, and shown nowhere", async () => {
  const acme = await redirects({
    secret: ["/secret", "${env:TARGET}"],
    other: ["/other", "https://acme.example/b"],
  });
  const env = { ...acme.platform.env, TARGET: "https://acme.example/?key=canary-4711" };
  expect(await acme.docform("apply --yes", { env })).toMatchObject({ code: 0 });
  const { code, stdout } = await acme.docform("redirects check", { env });
  expect([code, stdout]).toEqual([0, expect.stringContaining("/secret  leads to")]);
});

test("what is not declared goes back with an item, so a saved plan rests on it", async () => {
  const acme = await redirects({ a: ["/a", "https://acme.example/a"] });
  await acme.docform("apply --yes");
  declareAgain(acme, (text) => text.replace('example/a"', 'example/b"'));
  await acme.docform("plan --out saved.json");
  const [{ params }] = JSON.parse((await acme.docform("plan --format json")).stdout).steps;
  const path = `/orgs/org_acme/sites/${params.siteId}/redirects/${params.siteRedirectId}`;
  await editOn(acme.platform, ["PATCH", path, { permanent: true }]);
  const run = await acme.docform("apply --yes saved.json");
  expect([run.code, run.stderr]).toEqual([
    4,
    expect.stringContaining("the permanent was false, and is true now"),
  ]);
});

test("a delete whose answer is lost is done, although its repetition finds nothing to delete", async () => {
  const declared = { a: ["/a", "https://acme.example/a"], b: ["/b", "https://acme.example/b"] } as const;
  const acme = await redirects(declared, [
    { operation: "putSiteRedirects", calls: 2, fault: "reset-after-commit" },
  ]);
  await acme.docform("apply --yes");
  declareAgain(acme, (text) => text.replace(/to: "[^"]*a"/, "absent: true"));
  expect(await acme.docform("apply --yes")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("1 call done, nothing is left to do."),
  });
});

test.each([
  ["a reset before it is carried out", { fault: "reset-before-commit" }],
  ["a reset after it is carried out", { fault: "reset-after-commit" }],
  ["a fault after it is carried out", { fault: "answer", status: 503, done: true }],
])("a shared call whose answer is lost, %s: it is sent again, and all of it is done", async (_, loss) => {
  const declared = { a: ["/a", "https://acme.example/a"], b: ["/b", "https://acme.example/b"] } as const;
  const acme = await redirects(declared, [{ operation: "putSiteRedirects", calls: 1, ...loss }]);
  expect(await acme.docform("apply --yes")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("2 calls done, nothing is left to do."),
  });
  expect(await acme.docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
});
