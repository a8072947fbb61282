import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { step } from "../../../test/support/plans/plan-fixture.ts";
import { startProgress } from "./progress.ts";

/** A terminal that keeps what is written to it. */
function fakeTerminal() {
  let text = "";
  const sink = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  const stream = Object.assign(sink, { isTTY: true, columns: 80, rows: 24 }) as unknown as NodeJS.WriteStream;
  return { stream, text: () => text };
}

const site = step("s1", "acme/sites.hub", "createSite");
const section = step("s2", "acme/sites.hub.sections.guides", "createSiteSection");
const team = step("s3", "acme/teams.docs", "updateTeam");

function start(steps = [site, section, team], monotonic = () => 0) {
  const terminal = fakeTerminal();
  const progress = startProgress({
    steps,
    stream: terminal.stream,
    nameOf: (address) => address.slice("acme/".length),
    safe: (text) => text.replaceAll("\u001b", "\\x1b"),
    monotonic,
  });
  return { ...progress, text: terminal.text };
}

test("a resource is one row that counts its steps", async () => {
  const { show, end, text } = start();
  show({ type: "step_started", step: site });
  for (const one of [site, section, team]) show({ type: "step_done", step: one, milliseconds: 1 });
  await end();
  expect(text()).toContain("sites.hub  2/2");
  expect(text()).toMatch(/✔.* teams\.docs|√.* teams\.docs/);
});

test("a failed step is a failed row, with the reason made safe", async () => {
  const { show, end, text } = start([site, section]);
  show({ type: "step_failed", step: site, status: 409, message: "taken\u001b[2J", next: "" });
  show({ type: "step_skipped", step: section, waitedFor: "s1" });
  await end();
  expect(text()).toContain("createSite failed: taken\\x1b[2J; createSiteSection skipped");
});

test("an apply that stops early ends the tree", async () => {
  const { end, text } = start();
  await end();
  expect(text()).toContain("not finished");
});

test("with many resources, there is one row for each collection", async () => {
  const steps = Array.from({ length: 50 }, (_, at) => step(`s${at}`, `acme/spaces.s${at}`, "updateSpace"));
  const { show, end, text } = start(steps);
  for (const one of steps) show({ type: "step_done", step: one, milliseconds: 1 });
  await end();
  expect(text()).toContain("spaces  50/50");
});

test("the first row counts all calls and says what time is left at the pace so far", async () => {
  let time = 0;
  const { show, end, text } = start([site, section, team], () => time);
  time = 4000;
  show({ type: "step_done", step: site, milliseconds: 1 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (const one of [section, team]) show({ type: "step_done", step: one, milliseconds: 1 });
  await end();
  expect(text()).toContain("1 of 3 calls, about 8.0 s left");
  expect(text()).toContain("3 of 3 calls");
  expect(text().indexOf("of 3 calls")).toBeLessThan(text().indexOf("sites.hub"));
});
