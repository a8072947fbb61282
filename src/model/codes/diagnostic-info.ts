import type { JsonObject } from "../../text/json.ts";

/** The explanation of a diagnostic code: its meaning, the next step, and an example. */
export interface DiagnosticInfo {
  readonly title: string;
  readonly meaning: string;
  readonly next: string;
  readonly example: DiagnosticExample | NotShown;
}

/** Texts of files by their path in the project folder. */
export type Files = Readonly<Record<string, string>>;

/** A project and a command line to which docform answers with one code: a page shows it, and a test runs it. */
export interface DiagnosticExample {
  /** Files of the project. Without a docform.yaml, it has the one of `exampleSettings`. */
  readonly files?: Files;
  /** The organization acme on the platform, as in a seed (docs/reference/seed.md), without its members. */
  readonly seed?: JsonObject;
  /** Faults of the platform: rules of a fault file (docs/reference/faults.md). */
  readonly faults?: readonly JsonObject[];
  /** Environment variables, added to the address and the token of the platform; an empty text unsets one. */
  readonly env?: Readonly<Record<string, string>>;
  /** Earlier command lines and written files, in order. */
  readonly before?: readonly (string | Files)[];
  /** The command line after `docform`; `validate` by default. */
  readonly line?: string;
}

/** Why no example can show a code, and the test that holds it instead. */
export interface NotShown {
  readonly notShown: string;
  readonly test: string;
}

/** Codes with what there is to say about them. */
export type DiagnosticInfos = Readonly<Record<string, DiagnosticInfo>>;

/** The docform.yaml of an example that writes none. */
export const exampleSettings = "organizations: { acme: { id: org_acme } }\n";

/** The manifest of an example, a line a text, below the name of its organization. */
export function manifest(...lines: readonly string[]): Files {
  return { "manifests/acme.yaml": fileText("organization: acme", ...lines) };
}

/** A text of lines. */
export function fileText(...lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

/** The manifest of most examples. */
export const docsTeam = manifest("teams:", "  docs: { title: Docs }");
