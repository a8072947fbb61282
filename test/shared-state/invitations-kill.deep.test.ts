import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFaults } from "../../src/platform/faults/faults.ts";
import { readSeed } from "../../src/platform/seed/seed.ts";
import { startPlatform } from "../../src/platform/server/server.ts";
import { get } from "../../src/platform/store/table.ts";
import { randomFrom } from "../laws/harness/random.ts";
import { peopleSeed } from "../support/gitbook/people-project.ts";
import { builtDocform } from "../support/processes/built-docform.ts";
import { canary } from "../support/processes/cli-fixture.ts";
import { runKilled } from "../support/processes/kill-stage.ts";
import { type SharedPlace, sharedPlaces } from "./stage.ts";

/** `DEEP=1 INVITATION_KILLS=50 npx vitest run test/shared-state/invitations-kill.deep.test.ts` for many. */
const stories = Number(process.env.INVITATION_KILLS ?? 2);
const people = ["bo", "cy", "di", "el", "fy"].map((name) => `${name}@acme.example`);
const faults = [
  { fault: "reset-after-commit" },
  { fault: "reset-before-commit" },
  { fault: "cut" },
  { fault: "answer", status: 500, done: true },
];
const root = mkdtempSync(join(tmpdir(), "docform-invitations-"));
let cli: string;

beforeAll(async () => {
  cli = join(await builtDocform(), "cli.cjs");
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A runner: what it does, and when it is killed, if it is. */
type Runner = (killed?: Promise<unknown>) => ReturnType<typeof runKilled>;

/** A platform whose invitations go wrong, and runners that share a place of state. */
async function setStage(place: SharedPlace, random: () => number) {
  const seed = readSeed(peopleSeed);
  const rule = faults[Math.floor(random() * faults.length)];
  const read = readFaults({
    faults: [{ ...rule, operation: "inviteMembers", calls: 1 + Math.floor(random() * 6) }],
  });
  if (!seed.ok || !read.ok) throw new Error("the seed or the faults are wrong");
  const waiting: { left: number; readonly ring: () => void }[] = [];
  const log = (line: string): void => {
    if ((JSON.parse(line) as { operation: string | null }).operation !== "inviteMembers") return;
    for (const one of waiting) if (--one.left === 0) one.ring();
  };
  const begun = Date.now();
  const running = await startPlatform({
    ...{ state: seed.state, port: 0, clock: () => Date.parse(seed.now) + Date.now() - begun },
    ...{ edition: "gitbook", latency: 5, faults: read.rules, log },
  });
  const { state, env: own } = await place.fresh();
  const env = { DOCFORM_BASE_URL: running.url, DOCFORM_TOKEN: canary.admin, ...own };
  let only: string | undefined;
  const clone = (): string => {
    if (only !== undefined && place.isFolder === true) return only;
    only = mkdtempSync(join(root, "clone-"));
    mkdirSync(join(only, "manifests"));
    const settings = "platform: { api: gitbook }\norganizations: { acme: { id: org_acme } }\n";
    writeFileSync(join(only, "docform.yaml"), `${settings}state: ${state}\n`);
    const declared = people.map((email) => `, ${email}: { role: read }`).join("");
    const members = `members: { ana@acme.example: { role: admin }${declared} }\n`;
    writeFileSync(join(only, "manifests/all.yaml"), `organization: acme\n${members}`);
    return only;
  };
  const docform = (argv: readonly string[], killed?: Promise<unknown>) =>
    runKilled({ running, project: clone(), env }, cli, argv, killed);
  const apply: Runner = (killed) => docform(["apply", "--yes", "--invite"], killed);
  const invited = get(seed.state.organizations, "org_acme");
  return {
    apply,
    /** Removes the lock of a killed run, with the command that docform prints. */
    unlock: async (said: string): Promise<void> => {
      const [, id] = /docform force-unlock (\S+)/.exec(said) ?? [];
      if (id !== undefined) await docform(["force-unlock", id]);
    },
    /** Resolves at the n-th invitation from now on that the platform has answered. */
    atInvitation: (left: number) => new Promise<void>((ring) => waiting.push({ left, ring })),
    mails: () => people.map((email) => invited.invitations?.[email]?.sentAt.length ?? 0),
    close: running.close,
  };
}

/** Three rounds of one or two runners, some of which are killed, and then one that nobody kills. */
async function tell(place: SharedPlace, story: number): Promise<{ kills: number; mails: number }> {
  const random = randomFrom(story + 1);
  const stage = await setStage(place, random);
  let kills = 0;
  for (let round = 0; round < 3; round++) {
    const doomed = random() < 0.75;
    const moment =
      random() < 0.6 ? stage.atInvitation(1 + Math.floor(random() * 4)) : setTimeout(random() * 900);
    const runners =
      random() < 0.5
        ? [stage.apply(doomed ? moment : undefined)]
        : [stage.apply(), stage.apply(doomed ? moment : undefined)];
    const ended = await Promise.all(runners);
    kills += ended.filter(({ code }) => code === null).length;
    expect(Math.max(...stage.mails()), ended.map(({ said }) => said).join("\n----\n")).toBeLessThanOrEqual(1);
    for (const { said } of ended) await stage.unlock(said);
  }
  const last = await stage.apply();
  await stage.unlock(last.said);
  const { said, code } = await stage.apply();
  const mails = stage.mails();
  expect(Math.max(...mails), said).toBe(1);
  expect([0, 3], said).toContain(code);
  await stage.close();
  return { kills, mails: mails.reduce((sum, one) => sum + one, 0) };
}

describe.each(["one folder", "http"])("with the state in %s", (name) => {
  test(`${stories} stories of killed runs, lost answers and two runners at once: nobody gets two mails`, async () => {
    const place = await (sharedPlaces[name] as () => Promise<SharedPlace>)();
    let [kills, mails, next] = [0, 0, 0];
    const lane = async (): Promise<void> => {
      while (next < stories) {
        const told = await tell(place, next++);
        kills += told.kills;
        mails += told.mails;
      }
    };
    await Promise.all(Array.from({ length: Math.min(stories, 4) }, lane));
    await place.close();
    console.log(
      `${name}: ${stories} stories, ${kills} kills, ${mails} mails to ${stories * people.length} people`,
    );
    expect(kills).toBeGreaterThan(0);
  });
});
