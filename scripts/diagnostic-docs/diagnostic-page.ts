import { toYaml } from "../../src/manifest/write/to-yaml.ts";
import type {
  DiagnosticExample,
  DiagnosticInfo,
  Files,
  NotShown,
} from "../../src/model/codes/diagnostic-info.ts";
import { code, sentence } from "../kind-docs/markdown.ts";
import type { ExampleRun } from "./run-example.ts";

/** docs/reference/diagnostics/<code>.md: what a code means, what to do, and an example with what docform says to it. */
export function diagnosticPage(name: string, info: DiagnosticInfo, run: ExampleRun | undefined): string {
  const { title, meaning, next, example } = info;
  return `# ${name}: ${title}

${sentence(meaning)}

**What to do**: ${next}

## Example

${"notShown" in example ? notShown(example) : shown(example, run)}`;
}

function notShown({ notShown: why, test }: NotShown): string {
  const [file = "", promise = ""] = test.split(": ");
  return `There is none. ${sentence(why)} ${code(file)} holds it: “${promise}”.\n`;
}

function shown(example: DiagnosticExample, run: ExampleRun | undefined): string {
  const { files = {}, seed, faults, env = {}, before = [], line = "validate" } = example;
  const parts = [
    ...filesShown(files),
    ...(seed === undefined ? [] : [`On the platform:\n\n${fence("yaml", toYaml(seed))}`]),
    ...(faults === undefined
      ? []
      : [`What goes wrong there:\n\n${fence("yaml", toYaml({ faults: [...faults] }))}`]),
    ...before.flatMap((step) =>
      typeof step === "string" ? [`Before: ${code(`docform ${step}`)}.`] : ["Then:", ...filesShown(step)],
    ),
    fence(
      "console",
      `$ ${[...Object.entries(env).map(variable), "docform"].join(" ")} ${line}\n${run?.output ?? ""}`,
    ),
    `It exits with ${run?.code}.`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function filesShown(files: Files): readonly string[] {
  return Object.entries(files).map(([path, text]) => `${code(path)}:\n\n${fence(languageOf(path), text)}`);
}

function languageOf(path: string): string {
  return /\.ya?ml$/.test(path) ? "yaml" : /\.jsonl?$/.test(path) ? "json" : "text";
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.replace(/\n+$/, "")}\n\`\`\``;
}

function variable([name, value]: readonly [string, string]): string {
  return `${name}=${value}`;
}
