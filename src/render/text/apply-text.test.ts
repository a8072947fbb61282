import { expect, test } from "vitest";
import { expectGolden } from "../../../test/support/golden.ts";
import { everyVariant, hostile, planWith, step } from "../../../test/support/plans/plan-fixture.ts";
import { type ApplyEvent, type ApplySummary, interrupt } from "../../model/apply-event.ts";
import { applyLine } from "../../model/documents/apply-document.ts";
import type { Summary } from "../../model/documents/plan-document.ts";
import { renderApplyLine, renderVersionLine } from "../json/apply-json.ts";
import { applyEventRenderer, renderApplySummary } from "./apply-text.ts";

const golden = (name: string) => new URL(`../golden/${name}`, import.meta.url);
const hub = "acme/sites.developer-hub";
const secret = "-----BEGIN CERTIFICATE-----";

const team = step("s1", "acme/teams.docs", "updateTeam", { body: { certificate: secret } });
const site = step("s2", hub, "createSite", {
  method: "POST",
  path: "/orgs/{organizationId}/sites",
  params: { organizationId: "org_1" },
});
const section = step("s3", `${hub}.sections.guides`, "createSiteSection", {
  method: "PUT",
  path: "/orgs/{organizationId}/sites/{siteId}/sections",
  params: { organizationId: "org_1", siteId: { $from: "s2", pointer: "/id" } },
  after: ["s2"],
});
const spec = step("s4", "acme/openapi.petstore", "putSpec", { path: "/orgs/org_1/openapi/petstore" });
const steps = [team, site, section, spec];

const summary: ApplySummary = {
  done: 1,
  failed: 1,
  unknown: 1,
  stale: 0,
  skipped: 1,
  converged: false,
  left: [hub, "acme/openapi.petstore"],
  blocked: ["acme/members.jo@acme.example"],
};

const events: readonly ApplyEvent[] = [
  { type: "planned", digest: everyVariant.digest, summary: everyVariant.summary },
  { type: "step_started", step: team },
  { type: "step_done", step: team, milliseconds: 84.4 },
  { type: "step_started", step: site },
  {
    type: "step_failed",
    step: site,
    status: 409,
    message: `conflict: basename "hub" is taken ${hostile.escape}`,
    next: "nothing was created; choose another basename and apply again",
  },
  { type: "step_skipped", step: section, waitedFor: "s2" },
  { type: "step_started", step: spec },
  {
    type: "step_unknown",
    step: spec,
    message: "the connection broke before an answer came",
    next: "it may have been done: docform plan shows it",
  },
  { type: "summary", summary },
];

test("a step ends in one line, a failure with the call, the answer and what is next", () => {
  const text = events.map(applyEventRenderer({ steps })).join("");
  expectGolden(golden("apply.txt"), `${text}\n${renderApplySummary(summary, events)}`);
});

test("a whole success ends with a second plan that is empty", () => {
  const done = {
    ...summary,
    done: 4,
    failed: 0,
    unknown: 0,
    skipped: 0,
    converged: true,
    left: [],
    blocked: [],
  };
  expect(renderApplySummary(done, events.slice(0, 3))).toBe(
    "Apply: 4 done.\nA second plan is empty: everything that was applied is on the platform.\n4 calls done, nothing is left to do.\n",
  );
});

/** A run that did all that it was to do. */
const whole = {
  done: 4,
  failed: 0,
  unknown: 0,
  stale: 0,
  skipped: 0,
  converged: true,
  left: [],
  blocked: [],
};

test("a run that could do nothing does not say that anything was applied", () => {
  const none = { ...whole, done: 0, blocked: ["acme/members.zoe@acme.example"] };
  expect(renderApplySummary(none, [])).toBe(
    "Not done:\n  blocked  members.zoe@acme.example\nNothing was changed: 1 blocked.\n",
  );
});

test("what ended unknown is not called not done when the second plan is empty", () => {
  const done = { ...summary, failed: 0, skipped: 0, converged: true, left: [], blocked: [] };
  const end = (more: Partial<ApplySummary>) =>
    /apart from (.*), the/.exec(renderApplySummary({ ...done, ...more }, []))?.[1];
  expect(end({})).toBe("what it cannot see of the unknown call");
  expect(end({ unknown: 2 })).toBe("what it cannot see of the unknown calls");
  expect(end({ failed: 1 })).toBe("what was not done and what it cannot see of the unknown call");
});

test.each([
  [
    "blocked, and every call was checked",
    { blocked: ["acme/members.zoe@acme.example"] },
    "everything that was applied is on the platform",
  ],
  [
    "a spec that was sent and could not be processed",
    { failed: 1 },
    "apart from what was not done, the platform is as the manifests say",
  ],
])("what was not done is not called as the manifests say: %s", (_, what, sentence) => {
  expect(renderApplySummary({ ...whole, ...what }, [])).toContain(`A second plan is empty: ${sentence}.\n`);
});

test("in JSON, a sentence says what cannot be done and what is held, as the text does", () => {
  const time = "2026-01-02T03:04:05.000Z";
  const counts = { ...planWith().summary, update: 1, calls: 1 };
  const messageOf = (event: ApplyEvent): unknown => JSON.parse(renderApplyLine(event, time))["@message"];
  const planned = (more: Partial<Summary>) =>
    messageOf({ type: "planned", digest: "", summary: { ...counts, ...more } });
  const line = "Plan: 0 to add, 1 to change, 0 to delete, 0 to move.";
  expect(planned({})).toBe(`${line} 1 API call.`);
  expect(planned({ blocked: 1 })).toBe(`${line} 1 blocked. 1 API call.`);
  expect(planned({ held: 2, blocked: 1 })).toBe(`${line} 2 held. 1 blocked. 1 API call.`);
  const done = { ...summary, failed: 0, unknown: 0, skipped: 0, left: [], converged: true };
  expect(messageOf({ type: "summary", summary: done })).toBe("1 call done, 1 blocked.");
});

test("without a second plan, it says how to make one", () => {
  const { converged: _, ...open } = summary;
  expect(renderApplySummary(open, [])).toContain(
    "A second plan was not made: docform plan shows what is left.\n",
  );
});

test("in JSON, each event is one line of the schema, and no body is in it", () => {
  const time = "2026-01-02T03:04:05.000Z";
  const text = [
    renderVersionLine("0.1.0", time),
    ...events.map((event) => renderApplyLine(event, time)),
  ].join("");
  expectGolden(golden("apply.jsonl.txt"), text);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(lines.map((line) => applyLine.parse(line))).toEqual(lines);
  expect(lines).toHaveLength(events.length + 1);
  expect(text).not.toContain(secret);
});

test("after an interrupt, it says how many calls are done, in doubt and not begun, how to go on, and how to undo", () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    step(`n${index}`, `acme/teams.t${index}`, "createTeam"),
  );
  const skipped = many.map((one): ApplyEvent => ({ type: "step_skipped", step: one, waitedFor: interrupt }));
  const left = many.map(({ address }) => address);
  const counts = { ...summary, failed: 0, skipped: 40, blocked: [], left };
  const interrupted = { ...counts, run: "20260105-1", interrupted: true as const };
  const unknown = events.filter(({ type }) => type === "step_unknown");
  expect(renderApplySummary(interrupted, [...unknown, ...skipped], { organizations: ["acme"] })).toBe(
    `Apply: 1 done, 1 unknown, 40 skipped.
Not done:
  unknown  openapi.petstore  putSpec
  skipped  40 calls: not begun, as the run was interrupted
To go on: docform apply. It reads what is done, and calls only for the rest.
Run 20260105-1. Undo it with: docform undo 20260105-1
Interrupted: 1 call done, 1 unknown, 40 not started.
`,
  );
});

test("many calls that fail for one reason are one row with the reason and their number", () => {
  const failed = Array.from({ length: 12 }, (_, index): ApplyEvent => {
    const one = step(`n${index}`, `acme/teams.t${index}`, "updateTeam");
    return { type: "step_failed", step: one, status: 403, message: "Forbidden", next: "" };
  });
  const text = renderApplySummary({ ...summary, unknown: 0, failed: 12, skipped: 0, blocked: [] }, failed);
  expect(text).toContain("Not done:\n  failed   12 calls: 403 Forbidden\n");
  expect(text).not.toContain("teams.t3");
});
