import type { PolicyTestDocument } from "../../model/documents/checks/policy-test-document.ts";
import { terminalText } from "../safe-text.ts";
import { counted } from "../words.ts";
import { placeText } from "./diagnostics-text.ts";
import type { Style } from "./style.ts";

type RuleResult = PolicyTestDocument["rules"][number];

/** The examples that came out otherwise, the rules without one, and a line with the counts; ends in a newline. */
export function renderPolicyTestText({ rules, summary }: PolicyTestDocument, style: Style): string {
  const lines = rules.flatMap((rule) => ruleLines(rule, style));
  const { examples, failed, untested } = summary;
  const counts = [
    `${counted(examples - failed, "example")} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(untested > 0 ? [`${counted(untested, "rule")} without an example`] : []),
  ].join(", ");
  return `${[...lines, `${counted(summary.rules, "rule")}: ${counts}.`].join("\n")}\n`;
}

function ruleLines({ name, source, examples }: RuleResult, style: Style): readonly string[] {
  const where = `${terminalText(name)} (${placeText(source)})`;
  if (examples.length === 0) return [`${style.yellow("warning")}: ${where} has no examples`];
  return examples
    .filter(({ passed }) => !passed)
    .flatMap(({ name: example, expected, outcome, problem = "" }) => [
      `${style.red("failed")}: ${where}: ${terminalText(example)}`,
      `  expected: ${fileWord(expected)}   came out: ${outcome === undefined ? `it cannot be used: ${terminalText(problem)}` : fileWord(outcome)}`,
    ]);
}

/** An outcome in the word of policy files. */
function fileWord(outcome: RuleResult["examples"][number]["expected"]): string {
  return outcome === "holds" ? "passes" : outcome;
}
