// `npm run bench:redaction`: CPU time of masking, as a multiple of masking fewer secrets. The least of five turns each.
//   secrets   32 MiB of JSON lines with 1,000 random secrets, beside the same with 10. Bound: 3 x.
import { randomBytes } from "node:crypto";
import { createRedactor } from "../../src/text/redaction.ts";
import { printVerdicts, verdictOn } from "../verdicts.ts";

const line = `{"address": "acme/sites.hub.sections.guides", "title": "Guides and manuals", "kind": "section"}\n`;
const text = line.repeat((32 * 1024 * 1024) / line.length);

function randomTexts(count: number, length: number): readonly string[] {
  return Array.from({ length: count }, () => randomBytes(length).toString("base64url").slice(0, length));
}

/** The least CPU time of five turns, in milliseconds: other work on the machine only ever adds. */
function leastTime(run: () => unknown): number {
  const turns = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...turns);
}

function timeOfSecrets(count: number): number {
  const redactor = createRedactor(randomTexts(count, 24));
  return leastTime(() => redactor.count(text));
}

const verdict = verdictOn("secrets: 1,000 beside 10", timeOfSecrets(1000) / timeOfSecrets(10), 3);
printVerdicts([verdict]);
process.exitCode = verdict.holds ? 0 : 1;
