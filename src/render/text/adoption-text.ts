import { terminalText } from "../safe-text.ts";

/** A value that is in no manifest, and the variable that manifests take it from. */
export interface SecretToSet {
  readonly variable: string;
  readonly address: string;
  readonly field: string;
}

/** What is live and not in the manifests now, or not as it is live. */
export interface NotWritten {
  readonly address: string;
  readonly field?: string;
  readonly why: string;
}

/** A title with lines below it; nothing without lines. */
export function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${terminalText(line)}`)];
}

/** What a person has to set after a pull. */
export function secretsSection(secrets: readonly SecretToSet[]): readonly string[] {
  return section(
    "Set these variables before the next command. No manifest may hold their values:",
    secrets.map(({ variable, address, field }) => `${variable}   ${field} of ${address}`),
  );
}

/** What a pull could not take over, each with its reason. */
export function notWrittenSection(all: readonly NotWritten[]): readonly string[] {
  const nameOf = ({ address, field }: NotWritten): string =>
    field === undefined ? address : `${address} ${field}`;
  return section(
    "Not written:",
    all.map((one) => `${nameOf(one)}: ${one.why}`),
  );
}

/** Sections with an empty line between them, and a newline at the end; those that are empty are left out. */
export function sectionsText(sections: readonly (readonly string[])[]): string {
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${texts.join("\n\n")}\n`;
}
