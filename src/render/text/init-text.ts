import { terminalText } from "../safe-text.ts";
import { counted } from "../words.ts";
import {
  type NotWritten,
  notWrittenSection,
  type SecretToSet,
  secretsSection,
  section,
  sectionsText,
} from "./adoption-text.ts";
import type { Style } from "./style.ts";

/** What init did. */
export interface InitReport {
  readonly files: readonly string[];
  readonly variables: readonly SecretToSet[];
  readonly leftOut: readonly NotWritten[];
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
  return sectionsText([
    [
      `Wrote ${counted(files.length, "file")}:`,
      ...files.map((file) => `  ${style.green("+")} ${terminalText(file)}`),
    ],
    secretsSection(variables),
    notWrittenSection(leftOut),
    section("Add these lines to the .gitignore that is there:", toIgnore),
    planOf(report),
    section("Next:", nextSteps(report)),
  ]);
}

function planOf({ changing, resources }: InitReport): readonly string[] {
  if (changing === undefined) return [];
  if (changing.length > 0) return section("Still different, as docform plan shows:", changing);
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
