import { describe, expect, test } from "vitest";
import { html, markupText } from "../../src/render/html/html-text.ts";
import { renderJsonLine } from "../../src/render/json/json-text.ts";
import { markdownText } from "../../src/render/markdown/markdown-text.ts";
import { terminalText } from "../../src/render/safe-text.ts";
import { valueText } from "../../src/render/value.ts";
import { expectGolden } from "../support/golden.ts";
import {
  type BadAnswer,
  badAbsences,
  badCreates,
  badLists,
  badObjects,
  badUpdates,
  harmless,
  otherAbsences,
} from "../support/network/bad-answers.ts";
import { type Passing, startProxy } from "../support/network/proxy.ts";
import { hostile } from "../support/plans/plan-fixture.ts";
import { manifest, project } from "../support/processes/cli-fixture.ts";

/** An object and two lists to read; a change and a creation to send, and a change that needs what is created. */
const files = manifest(`settings: { title: Acme }
teams:
  docs: { id: team_docs, title: Writers }
  new: { title: New }
saml:
  okta: { label: Okta, defaultTeam: new }
`);

/** An object that a site does not have yet. */
const lacking = manifest(`sites:
  empty:
    id: site_empty
    title: Empty site
    adaptiveSchema: { jsonSchema: { type: object, properties: { beta: { type: boolean } } } }
`);

/** A call that is answered badly, each time that it is sent. */
interface Call {
  readonly title: string;
  readonly is: (request: Passing) => boolean;
}

const calls = {
  list: {
    title: "Reading a list",
    is: ({ method, path }) => method === "GET" && path.startsWith("/v1/orgs/org_acme/teams"),
  },
  object: {
    title: "Reading an object",
    is: ({ method, path }) => method === "GET" && path === "/v1/orgs/org_acme",
  },
  absence: {
    title: "Reading what is not there",
    is: ({ method, path }) =>
      method === "GET" && path === "/v1/orgs/org_acme/sites/site_empty/adaptive-schema",
  },
  create: {
    title: "Making something",
    is: ({ method, path }) => method === "PUT" && path === "/v1/orgs/org_acme/teams",
  },
  update: {
    title: "Changing something",
    is: ({ method, path }) => method === "PATCH" && path === "/v1/orgs/org_acme/teams/team_docs",
  },
} satisfies Record<string, Call>;

/** A run against a platform that answers a call badly, and the calls that changed something, in order. */
async function runWith(line: string, call: Call, { of }: BadAnswer, declared = files) {
  const { docform, platform } = await project(declared);
  const changes: string[] = [];
  const proxy = await startProxy(platform.url, {
    after: (request, right) => {
      if (request.method !== "GET") changes.push(`${request.method} ${request.path}`);
      return call.is(request) ? of(right) : right;
    },
  });
  const run = await docform(line, { env: { ...platform.env, DOCFORM_BASE_URL: proxy.url } });
  return { run, changes };
}

/** The results by call: the tables of the document. */
const seen = new Map<Call, string[][]>();

function note(call: Call, ...row: readonly string[]): void {
  seen.set(call, [...(seen.get(call) ?? []), [...row]]);
}

const advices: string[] = [];

/** The number of an advice; many answers have the same. */
function adviceNumber(advice: string): number {
  if (!advices.includes(advice)) advices.push(advice);
  return advices.indexOf(advice) + 1;
}

/** A text as code in a table. */
function code(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const marks = "`".repeat(Math.max(0, ...runs) + 1);
  const pad = runs.length > 0 ? " " : "";
  return `${marks}${pad}${text.replaceAll("|", "\\|")}${pad}${marks}`;
}

/** The lines of stderr about a step that did not end well. */
function stepLines(stderr: string): { readonly outcome: string; readonly answer: string } {
  const [, outcome = "", answer = ""] = /^(unknown|failed) .*\n.*\n +answer +(.*)$/m.exec(stderr) ?? [];
  return { outcome, answer };
}

/** The calls in the order in which they were first sent, and how often. */
function sentText(changes: readonly string[]): string {
  return [...new Set(changes)]
    .map((change) => {
      const times = changes.filter((one) => one === change).length;
      return `${words[change] ?? change}${times === 1 ? "" : ` ${times} times`}`;
    })
    .join(", ");
}

const words: Readonly<Record<string, string>> = {
  "PATCH /v1/orgs/org_acme/teams/team_docs": "updateTeam",
  "PUT /v1/orgs/org_acme/teams": "createTeam",
  "PATCH /v1/orgs/org_acme/saml/saml_okta": "updateSamlProvider",
};

describe("a bad answer to a read ends the command before anything is sent:", () => {
  const cases = [
    ...badLists.map((bad) => [calls.list.title, bad.name, calls.list, bad, files] as const),
    ...badObjects.map((bad) => [calls.object.title, bad.name, calls.object, bad, files] as const),
    ...badAbsences.map((bad) => [calls.absence.title, bad.name, calls.absence, bad, lacking] as const),
  ];
  test.each(cases)("%s: %s", async (_, name, call, bad, declared) => {
    const { run, changes } = await runWith("apply --yes", call, bad, declared);
    expect(changes).toEqual([]);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toMatch(/^error\[DF\d{4}\]: .+\n( {2}= .+\n)+/);
    expect(run.stderr.length).toBeLessThan(1500);
    const [message = "", advice = ""] = run.stderr.split("\n");
    note(call, name, code(message), `(${adviceNumber(advice.replace(/^ {2}= /, ""))})`);
  });
});

test.each(otherAbsences)("what is not there is not there when a 404 has $name", async (answer) => {
  const { run } = await runWith("plan", calls.absence, answer, lacking);
  expect(run).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("+ adaptiveSchema") });
});

test.each(harmless.map((answer) => [answer.name, answer] as const))(
  "%s in an answer changes nothing",
  async (_, answer) => {
    const { run } = await runWith("plan", calls.object, answer);
    expect(run).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("3 API calls") });
  },
);

describe("a bad answer to a call that changes something is told, and what rests on it is not sent:", () => {
  const cases = [
    ...badCreates.map((bad) => [calls.create.title, bad.name, calls.create, bad] as const),
    ...badUpdates.map((bad) => [calls.update.title, bad.name, calls.update, bad] as const),
  ];
  test.each(cases)("%s: %s", async (_, name, call, bad) => {
    const { run, changes } = await runWith("apply --yes --concurrency 1", call, bad);
    const { outcome, answer } = stepLines(run.stderr);
    // A create is never sent again; an update may be, to the same end.
    expect(changes.filter((change) => words[change] === "createTeam").length).toBeLessThanOrEqual(1);
    expect([run.code, run.stdout]).toEqual(
      outcome === ""
        ? [0, expect.stringContaining("Apply: 3 done.")]
        : [5, expect.stringContaining(`1 ${outcome}`)],
    );
    note(
      call,
      name,
      outcome === "" ? "**done**, as a read showed" : `**${outcome}**: ${code(answer)}`,
      sentText(changes),
      /^A second plan.*$/m.exec(run.stdout)?.[0] ?? "",
    );
  });
});

const introduction = `# Bad answers, and what docform says of them

What a user sees when a platform, or something before it, does not answer as the API promises. What stands here is what
\`test/executor/bad-answers.test.ts\` saw, over real sockets: it compares this file with what happens. The bad answer comes each
time that the call is sent. The manifests declare three changes: the title of a team (updateTeam), a new team
(createTeam), and a SAML provider's default team, which is to be the new one (updateSamlProvider).

These are taken as they are, and change nothing: ${harmless.map(({ name }) => name).join("; ")}.
`;

const ofReads = ["The platform answers", "docform says", "advice"];
const ofCalls = ["The platform answers", "The step ends", "Sent, in all", "At the end"];

const reads = `Nothing is sent after it, and nothing is planned from half of the truth: \`plan\` and \`apply\` end with exit code 1.
`;
const absences = `What a site may have once, its adaptive schema, is not there when the platform answers 404, in whatever words: an error, a
text, or nothing (${otherAbsences.map(({ name }) => name).join("; ")}). A 404 that cannot be its word, or not all of it, is no
such answer: nothing is planned, since what is there might be replaced. The manifests declare the schema of a site that has none.
`;
const creates = `It may have been done, and is not sent again before docform has read back whether it was. When it was, the step is done,
and what rests on it is sent. After a redirect it was not done, and is *failed*: the rest goes on, and the exit code is 5.
`;
const updates = `It may have been done, so the step is *unknown*; where the answer was lost it was sent again before, which does no
harm. The rest goes on. At the end docform reads the platform again, and ends with exit code 5.
`;

const chapters: readonly (readonly [Call, string, readonly string[]])[] = [
  [calls.list, reads, ofReads],
  [calls.object, reads, ofReads],
  [calls.absence, absences, ofReads],
  [calls.create, creates, ofCalls],
  [calls.update, updates, ofCalls],
];

/** Each hostile text: as it is, in JavaScript, and as it is shown. */
function hostileTable(): string {
  const shown = (text: string) => [
    terminalText(JSON.stringify(text)),
    valueText(text),
    markdownText(text),
    markupText(html`${text}`),
    renderJsonLine(text).trimEnd(),
  ];
  const rows = Object.values(hostile).map((text) => shown(text).map(code));
  const what = "A title, an email, an id or a message that is";
  const heads = [what, "in a terminal", "in Markdown", "in HTML", "in JSON"];
  const introduction = `## Hostile text

What the platform says is shown as it is, and cannot be more than text: it moves no cursor, hides nothing, is no link,
no mention and no HTML, and is no command to a CI service that shows the log.
\`test/executor/hostile-platform.test.ts\` runs every command on a platform that is full of it.
`;
  return [
    introduction,
    ...[heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`),
    "",
  ].join("\n");
}

test("docs/reference/bad-answers.md shows what the user sees", () => {
  const sections = chapters.map(([call, text, heads]) => {
    const rows = [heads, heads.map(() => "---"), ...(seen.get(call) ?? [])];
    return [`## ${call.title}`, "", text, ...rows.map((row) => `| ${row.join(" | ")} |`), ""].join("\n");
  });
  const advice = ["## Advice", "", ...advices.map((text, at) => `${at + 1}. ${text}`), ""].join("\n");
  expectGolden(
    "docs/reference/bad-answers.md",
    [introduction, ...sections, advice, hostileTable()].join("\n"),
  );
});
