import { terminalText } from "./safe-text.ts";
import type { Style } from "./style.ts";
import { counted } from "./words.ts";

/** What init did. */
export interface InitReport {
  readonly files: readonly string[];
  readonly variables: readonly {
    readonly variable: string;
    readonly address: string;
    readonly field: string;
  }[];
  readonly leftOut: readonly { readonly address: string; readonly field?: string; readonly why: string }[];
  /** What a plan of what was pulled would change; undefined when nothing was pulled. */
  readonly changing: readonly string[] | undefined;
  readonly resources: number;
  /** Lines that the .gitignore which is there lacks. */
  readonly toIgnore: readonly string[];
  readonly hasAddress: boolean;
}

/** What init wrote, what it means for a plan, and what is to be done next; for people. */
export function renderInitText(report: InitReport, style: Style): string {
  const { files, variables, leftOut, toIgnore } = report;
  const blocks = [
    [
      `Wrote ${counted(files.length, "file")}:`,
      ...files.map((file) => `  ${style.green("+")} ${terminalText(file)}`),
    ],
    block(
      "Set these variables before the next command. No manifest may hold their values:",
      variables.map(({ variable, address, field }) => `${variable}   ${field} of ${address}`),
    ),
    block(
      "Left out, as manifests cannot say it:",
      leftOut.map(({ address, field, why }) => `${address}${field === undefined ? "" : ` ${field}`}: ${why}`),
    ),
    block("Add these lines to the .gitignore that is there:", toIgnore),
    planOf(report),
    block("Next:", nextSteps(report)),
  ];
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${texts.join("\n\n")}\n`;
}

function block(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${terminalText(line)}`)];
}

function planOf({ changing, resources }: InitReport): readonly string[] {
  if (changing === undefined) return [];
  if (changing.length > 0) return block("Still different, as docform plan shows:", changing);
  return [`The plan is empty: ${counted(resources, "resource")}, all as on the platform.`];
}

function nextSteps({ changing, hasAddress }: InitReport): readonly string[] {
  return [
    ...(hasAddress ? [] : ["DOCFORM_BASE_URL in the environment says where the platform is"]),
    ...(changing === undefined ? ["write what is to be managed into the manifest"] : []),
    "docform plan shows what would change",
    "docform doctor says what is wrong with the set-up",
  ];
}
