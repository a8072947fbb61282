import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { type PeopleProject, peopleProject } from "./people-project.ts";

const people = ["bo", "cy", "di"].map((name) => `${name}@acme.example`);

/** The ways in which the answer to an invitation is lost, or is no success. */
const faultKinds = [
  { fault: "reset-after-commit" },
  { fault: "reset-before-commit" },
  { fault: "cut" },
  { fault: "answer", status: 500, done: true },
  { fault: "answer", status: 503 },
  { fault: "answer", status: 400 },
];

const faults = fc.array(
  fc
    .tuple(fc.constantFrom(...faultKinds), fc.integer({ min: 1, max: 5 }))
    .map(([fault, calls]) => ({ operation: "inviteMembers", ...fault, calls })),
  { maxLength: 3 },
);

const deeds = {
  apply: ({ docform }: PeopleProject) => docform("apply --yes"),
  invite: ({ docform }: PeopleProject) => docform("apply --yes --invite"),
  rehearse: ({ docform }: PeopleProject) => docform("apply --yes --invite --rehearse"),
  undo: ({ docform }: PeopleProject) => docform("undo --yes"),
  "two runners": ({ docform }: PeopleProject) =>
    Promise.all([docform("apply --yes --invite"), docform("apply --yes --invite")]),
  kill,
} as const;

/** Leaves what a kill leaves after the last call: a journal with the intents, and the record from before. */
async function kill({ docform, folder }: PeopleProject): Promise<void> {
  const [record, runs] = [join(folder, ".docform/record.json"), join(folder, ".docform/runs")];
  const before = existsSync(record) ? readFileSync(record) : undefined;
  await docform("apply --yes --invite");
  if (before !== undefined) writeFileSync(record, before);
  else rmSync(record, { force: true });
  const newest = existsSync(runs) ? readdirSync(runs).sort().at(-1) : undefined;
  if (newest === undefined) return;
  const lines = readFileSync(join(runs, newest), "utf8").trimEnd().split("\n");
  const kept = lines.filter((line) => !/"type":"(?:outcome|end)"/.test(line));
  writeFileSync(join(runs, newest), kept.map((line) => `${line}\n`).join(""));
}

/** One story: who is declared in turn, what is done, and how calls go wrong. */
const stories = fc.record({
  faults,
  steps: fc.array(
    fc.record({
      declared: fc.subarray(people, { minLength: 1 }),
      deed: fc.constantFrom(...(Object.keys(deeds) as (keyof typeof deeds)[])),
    }),
    { minLength: 2, maxLength: 6 },
  ),
});

/** Tells that of so many random stories none sends two mails to one person. Throws the smallest that does. */
export async function nobodyGetsTwoMails(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(stories, async ({ faults: rules, steps }) => {
      const project = await peopleProject(membersOf([]), { faults: rules });
      for (const { declared, deed } of steps) {
        project.declare(membersOf(declared));
        await deeds[deed](project);
        for (const email of people)
          if (project.mails(email) > 1)
            throw new Error(`${email} got ${project.mails(email)} mails by ${deed}`);
      }
    }),
    { numRuns, endOnFailure: false },
  );
}

function membersOf(emails: readonly string[]): string {
  const others = emails.map((email) => `, ${email}: { role: read }`).join("");
  return `members: { ana@acme.example: { role: admin }${others} }\n`;
}
