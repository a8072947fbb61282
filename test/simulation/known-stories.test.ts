import { expect, test } from "vitest";
import type { State } from "../../src/platform/store/state.ts";
import { check } from "./check.ts";
import type { Look } from "./look.ts";
import { drawScenario } from "./scenario.ts";
import { type Act, type Story, tell } from "./story.ts";
import type { Exchange } from "./trace.ts";

/** What the invariants say of a story, were its runs another way. */
function brokenBut(story: Story, change: (act: Act) => Partial<Act>): readonly string[] {
  const acts = story.acts.map((act) => ({ ...act, ...change(act) }));
  return check({ ...story, acts }).flatMap(({ problems }) => problems);
}

test("what somebody called as another address is declared is that one, and only by hand and by that name", async () => {
  const story = await tell(drawScenario(500669));
  expect(check(story)).toEqual([]);
  const duplicate = "after run 2, createTeam acme/teams.new0 has team_3 and team_4";
  expect(brokenBut(story, () => ({ edits: [] }))).toContain(duplicate);
  const otherwise = brokenBut(story, ({ edits }) => ({
    edits: edits.map((edit) => edit.replace(/"New 1"$/, '"Edited"')),
  }));
  expect(otherwise).toContain(duplicate);
  const ofAnother = brokenBut(story, ({ edits }) => ({
    edits: edits.map((edit) => edit.replace("team_3", "team_6")),
  }));
  expect(ofAnother).toContain(duplicate);
  expect(brokenBut(story, ({ before }) => ({ before: withoutWarnings(before) }))).toContain(duplicate);
});

test("what went to another address by its name is no duplicate when that is transferred, if a plan has warned", async () => {
  const story = await tell(drawScenario(905773));
  expect(check(story)).toEqual([]);
  const duplicate = "after run 3, createCollection acme/collections.t4 has col_9 and col_10";
  expect(brokenBut(story, ({ before }) => ({ before: withoutWarnings(before) }))).toContain(duplicate);
  expect(brokenBut(story, () => ({ edits: [] }))).toContain(duplicate);
});

test("what is built anew stands beside its old one until that is deleted, if plans say so, and only then", async () => {
  const story = await tell(drawScenario(2217162));
  expect(check(story)).toEqual([]);
  const two = "createSiteSectionGroup acme/sites.hub.groups.g1 has group_5 and group_9";
  const [first, next] = [`after run 2, ${two}`, `after run 3, ${two}`];
  const kept = brokenBut(story, ({ before }) => ({ before: withoutDelete(before, "group_5") }));
  expect(kept).toEqual(expect.arrayContaining([first, next]));
  const forgotten = brokenBut(story, ({ after }) => ({ after: withoutDelete(after, "group_5") }));
  expect(forgotten).toEqual(expect.arrayContaining([first, next]));
  expect(brokenBut(story, ({ before }) => ({ before: withoutChanges(before) }))).toContain(first);
});

test("what broken-off runs made in the place of the same old one is none either, if their plans say so, and only then", async () => {
  const story = await tell(drawScenario(2406296));
  expect(check(story)).toEqual([]);
  const two = "after run 2, createSiteSectionGroup acme/sites.hub.groups.g1 has group_5 and group_13";
  const inRun = (run: number, change: (look: Look) => Look) =>
    brokenBut(story, (act) => (act.run.number === run ? { before: change(act.before) } : {}));
  for (const run of [1, 2]) {
    // Nothing was there before, or what was there was to stay.
    expect(inRun(run, withoutChanges)).toContain(two);
    expect(inRun(run, (look) => withoutDelete(look, "grp_g1"))).toContain(two);
  }
  expect(inRun(2, (look) => withoutDelete(look, "group_5"))).toContain(two);
  expect(brokenBut(story, ({ after }) => ({ after: withoutDelete(after, "group_5") }))).toContain(two);
});

test("a list of one item a page takes many requests, but never more pages each time than it has items", async () => {
  const story = await tell(drawScenario(2418803));
  expect(check(story)).toEqual([]);
  const isPage = ({ method, search }: Exchange): boolean => method === "GET" && search.includes("page=");
  const tenTimes = (isMeant: (one: Exchange) => boolean) =>
    brokenBut(story, ({ exchanges }) => ({
      exchanges: exchanges.flatMap((one) => (isMeant(one) ? Array.from({ length: 10 }, () => one) : [one])),
    }));
  expect(tenTimes(isPage).join()).toMatch(/run 2: \d+ pages in \d+ readings of \d+ items: /);
  expect(tenTimes((one) => one.method === "GET" && !isPage(one)).join()).toMatch(
    /run 2: \d+ requests, besides further pages/,
  );
});

test("a lost copy is nobody's when somebody copied the same original meanwhile, and only then", async () => {
  const story = await tell(drawScenario(906967));
  expect(check(story)).toEqual([]);
  const duplicate = "after run 2, duplicateSpace acme/spaces.t3 has sp_9 and sp_12";
  expect(brokenBut(story, () => ({ edits: [] }))).toContain(duplicate);
  const known = brokenBut(story, ({ state }) => ({ state: withoutSpace(state, "sp_7") }));
  expect(known).toContain(duplicate);
});

test("a lost copy is known by its name when somebody copied it: seed 3100120", async () => {
  const story = await tell(drawScenario(3100120));
  expect(check(story)).toEqual([]);
  const copies = story.acts.flatMap(({ exchanges }) =>
    exchanges.filter(({ operation }) => operation === "duplicateSpace"),
  );
  expect(copies).toHaveLength(1);
  const copied = `create by POST /v1/spaces/${JSON.parse(copies[0]?.done?.bodyText ?? "{}").id}/duplicate`;
  expect(story.acts.flatMap(({ edits }) => edits)).toContain(copied);
});

test.each([
  [3007507, /^run 1: the platform did #20 PUT .*, and it is said to be s10 failed$/],
  [3014458, /^run 1: the platform did #13 PUT .*, and it is said to be s5 failed$/],
])(
  "what a lost call made may be said to have failed if somebody deleted it before any look, and only then: seed %d",
  async (seed, said) => {
    const story = await tell(drawScenario(seed));
    expect(check(story)).toEqual([]);
    expect(brokenBut(story, () => ({ edits: [] }))).toContainEqual(expect.stringMatching(said));
    const seen = brokenBut(story, ({ exchanges }) => ({
      exchanges: exchanges.map((one) =>
        one.operation === "listTeams" && one.end === "answered"
          ? { ...one, done: { status: 200, bodyText: '{"count":1,"items":[{"id":"team_2"}]}' } }
          : one,
      ),
    }));
    expect(seen).toContainEqual(expect.stringMatching(said));
    const unread = brokenBut(story, ({ exchanges }) => ({
      exchanges: exchanges.filter(({ operation }) => operation !== "listTeams"),
    }));
    expect(unread).toContainEqual(expect.stringMatching(said));
  },
);

test("a run is patient with what is on its way, and waits no longer than its requests need", async () => {
  const story = await tell(drawScenario(3013884));
  expect(check(story)).toEqual([]);
  const later = (milliseconds: number) =>
    brokenBut(story, ({ run }) => ({ run: { ...run, endedAt: run.endedAt + milliseconds } }));
  expect(later(300_000)).toContainEqual(expect.stringMatching(/^run 1: it waited \d+ s for 7 requests$/));
});

test.each([
  ["transferred", 3012907, "col_0", "transferCollection"],
  ["deleted", 17595, "col_5", "deleteCollection"],
])(
  "only people say what is pinned that was moved by hand into what was %s",
  async (_, seed, id, operation) => {
    const story = await tell(drawScenario(seed));
    expect(check(story)).toEqual([]);
    const moved = brokenBut(story, ({ edits }) => ({
      edits: edits.map((edit) => edit.replace(id, "col_x")),
    }));
    expect(moved.join()).toContain("DF3003");
    const stayed = brokenBut(story, ({ exchanges }) => ({
      exchanges: exchanges.filter((one) => one.operation !== operation),
    }));
    expect(stayed.join()).toContain("DF3003");
  },
);

test("only people say what is pinned that a section moved by hand has to be built anew for: seed 5000331", async () => {
  const story = await tell(drawScenario(5000331));
  expect(check(story)).toEqual([]);
  const { run, exchanges } = story.acts.at(-1)!;
  expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining("DF3010") });
  expect(exchanges.filter(({ method }) => method !== "GET")).toEqual([]);
  const unplanned = expect.stringContaining("there is no plan: ");
  const edited = (pattern: RegExp, other: string) =>
    brokenBut(story, ({ edits }) => ({ edits: edits.map((edit) => edit.replace(pattern, other)) }));
  expect(brokenBut(story, () => ({ edits: [] }))).toContainEqual(unplanned);
  // Moved in another site, or not moved.
  expect(edited(/site_hub/, "site_other")).toContainEqual(unplanned);
  expect(edited(/^move by POST (\S*sections)\S*$/, "create by POST $1")).toContainEqual(unplanned);
  // It was so before anybody moved a section.
  const { after } = story.acts.at(-1)!;
  expect(brokenBut(story, () => ({ before: after }))).toContainEqual(unplanned);
});

test("what two runs made of one team is for people, if the second was shown an old list, and only then", async () => {
  const story = await tell(drawScenario(7250));
  expect(check(story)).toEqual([]);
  const fresh = brokenBut(story, ({ exchanges }) => ({
    exchanges: exchanges.map(({ fault: _, ...one }) => one),
  }));
  expect(fresh.join()).toContain("DF3001");
});

test.each([
  [
    "members whom a lost call set, of whom somebody removed one",
    1819433,
    "updateTeamMembers",
    /^run 1: the platform did #15 PUT .*, and it is said to be s3 failed$/,
  ],
  [
    "a create that was called done in a wrong answer, and whose team somebody deleted",
    1805110,
    "createTeam",
    /^run 1: the platform did #6 PUT .*, and it is said to be s14 failed$/,
  ],
])("nobody knows whether it was done: %s", async (_, seed, operation, said) => {
  const story = await tell(drawScenario(seed));
  expect(check(story)).toEqual([]);
  const failed = brokenBut(story, ({ lines }) => ({
    lines: lines.map((line) =>
      line.type === "step_unknown" && line.operation === operation ? { ...line, type: "step_failed" } : line,
    ),
  }));
  expect(failed).toContainEqual(expect.stringMatching(said));
});

test("a lost move is done where another came behind it and its repeats are refused: seed 5100728", async () => {
  const story = await tell(drawScenario(5100728));
  expect(check(story)).toEqual([]);
  const { lines } = story.acts[0]!;
  expect(lines).toContainEqual(expect.objectContaining({ type: "step_done", step: "s2" }));
  const failed = brokenBut(story, (act) => ({
    lines: act.lines.map((line) =>
      line.type === "step_done" && line.step === "s2"
        ? { ...line, type: "step_failed", message: "", next: "" }
        : line,
    ),
  }));
  const said =
    'run 1: the platform did #15 POST /v1/collections/col_2/move {"parent":"col_0"}, and it is said to be s2 failed';
  expect(failed).toContain(said);
});

test("what the record has is not made again when an old list lacks it", async () => {
  const story = await tell(drawScenario(1808553));
  expect(check(story)).toEqual([]);
  const { exchanges } = story.acts[2]!;
  const lists = exchanges.filter(({ operation }) => operation === "listCollections");
  expect(lists.some(({ fault }) => fault === "stale-read")).toBe(true);
  expect(exchanges.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("what a lost create made is not made again when an old list lacks it: seed 2212325", async () => {
  const story = await tell(drawScenario(2212325));
  expect(check(story)).toEqual([]);
  const { exchanges } = story.acts[2]!;
  const lists = exchanges.filter(({ operation }) => operation === "listTeams");
  expect(lists[0]?.fault).toBe("stale-read");
  const made = story.acts.flatMap((act) => act.exchanges.filter(({ done }) => done?.status === 201));
  expect(made.filter(({ body }) => body === '{"title":"New 0"}')).toHaveLength(1);
});

test.each([
  [1119810, "team_0", "team_1"],
  [1116969, "col_0", "col_2"],
])(
  "what shall go, and whose name somebody gave to another one, stays until its id is said: seed %d",
  async (seed, own, other) => {
    const story = await tell(drawScenario(seed));
    expect(check(story)).toEqual([]);
    const { run, state } = story.acts.at(-1) ?? {};
    expect(run?.code).toBe(1);
    expect(run?.stdout).toContain("DF3001");
    for (const id of [own, other]) expect(state).toContain(`"id":"${id}"`);
  },
);

test("what a broken-off run made something in is known again, whatever somebody calls it: seed 1816505", async () => {
  const story = await tell(drawScenario(1816505));
  expect(check(story)).toEqual([]);
  expect(story.acts.flatMap(({ edits }) => edits)).toContain('title of site site_hub is "Section s0"');
  const made = story.acts.flatMap(({ exchanges }) => exchanges.map(({ operation }) => operation));
  expect(made).toContain("createSiteSection");
  expect(made).not.toContain("createSite");
});

test("an undo knows by the answers what it brought back under one name: seed 1807451", async () => {
  const story = await tell(drawScenario(1807451));
  expect(check(story)).toEqual([]);
  const { run, exchanges = [] } = story.undo ?? {};
  expect(run?.code).toBe(0);
  const made = exchanges.filter(({ operation }) => operation === "createSamlProvider");
  expect(made.map(({ body = "" }) => JSON.parse(body).label)).toEqual(["Login 1", "Login 1"]);
});

test.each([
  ["that is interrupted after it has read", 1600033],
  ["whose disk is full, where nobody had left one", 1600050],
])("a lock that is left is noticed of a run %s", async (_, seed) => {
  const story = await tell(drawScenario(seed));
  expect(check(story)).toEqual([]);
  const { code } = story.acts[0]!.run;
  const left = `run 1: it ended with ${code}, and left /project/.docform/lock`;
  expect(brokenBut(story, () => ({ isLocked: true }))).toContain(left);
});

test("what a full disk took of a journal is held against the report", async () => {
  const story = await tell(drawScenario(1600050));
  const silent = brokenBut(story, ({ lines }) => ({
    lines: lines.filter(({ type }) => !type.startsWith("step_")),
  }));
  expect(silent).toContainEqual(
    expect.stringMatching(/^run 1: step \S+ is in the journal, and nothing is said/),
  );
});

test("an edit by hand is no reason why there is no plan, where people could not settle it", async () => {
  const story = await tell(drawScenario(500669));
  const stopped = (code: string) => {
    const diagnostics = [{ code, severity: "error", message: "" }];
    return brokenBut(story, () => ({ after: { problem: JSON.stringify({ diagnostics }) } }));
  };
  const unplanned = expect.stringContaining("there is no plan: ");
  expect(stopped("DF3007")).toContainEqual(unplanned);
  // Nobody has deleted anything in this story, so that what is pinned cannot be gone.
  expect(stopped("DF3003")).toContainEqual(unplanned);
  expect(stopped("DF3001")).not.toContainEqual(unplanned);
});

/** What a plan says, had it warned of nothing. */
function withoutWarnings(look: Look): Look {
  return "plan" in look ? { plan: { ...look.plan, diagnostics: [] } } : look;
}

/** What a plan says, did it not delete something. */
function withoutDelete(look: Look, id: string): Look {
  if (!("plan" in look)) return look;
  const steps = look.plan.steps.filter(
    ({ method, params }) => method !== "DELETE" || !Object.values(params).includes(id),
  );
  return { plan: { ...look.plan, steps } };
}

/** What a plan says, did it not say what it is that it changes. */
function withoutChanges(look: Look): Look {
  return "plan" in look ? { plan: { ...look.plan, changes: [] } } : look;
}

/** A state, had nobody made a space. */
function withoutSpace(state: string, id: string): string {
  const { spaces, ...rest } = JSON.parse(state) as Pick<State, "spaces">;
  const { [id]: _, ...others } = spaces;
  return JSON.stringify({ ...rest, spaces: others });
}
