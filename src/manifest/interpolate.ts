import { type Diagnostic, error } from "../core/diagnostic.ts";
import { nearMatch } from "../core/near-match.ts";
import type { FileLookup } from "./included-files.ts";
import type { Report } from "./report.ts";
import { type Part, parseTemplate } from "./template.ts";
import type { ScalarTree, Tree } from "./tree.ts";

/** What interpolation takes its values from. */
export interface Inputs {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: FileLookup;
}

/** Characters of one value after interpolation: a short text may name a large file many times. */
const maxLength = 1024 * 1024;

/** The tree with its texts interpolated. Mistakes go to the report, and their texts stay as written. */
export function interpolate(tree: Tree, inputs: Inputs, report: Report): Tree {
  const done = new Map<Tree, Tree>();
  const visit = (part: Tree): Tree => {
    const known = done.get(part);
    if (known !== undefined) return known;
    const result = visitParts(part);
    done.set(part, result);
    return result;
  };
  const visitParts = (part: Tree): Tree => {
    switch (part.type) {
      case "scalar":
        return interpolateScalar(part, inputs, report);
      case "list":
        return { ...part, items: part.items.map(visit) };
      case "map":
        return { ...part, entries: part.entries.map((entry) => ({ ...entry, value: visit(entry.value) })) };
    }
  };
  return visit(tree);
}

function interpolateScalar(scalar: ScalarTree, inputs: Inputs, report: Report): ScalarTree {
  const { value } = scalar;
  if (typeof value !== "string" || !value.includes("$")) return scalar;
  const parts = parseTemplate(value);
  const texts = parts.map((part) => evaluate(part, scalar, inputs));
  const problems = texts.filter((text) => typeof text !== "string");
  const length = texts.reduce((sum, text) => sum + (typeof text === "string" ? text.length : 0), 0);
  const types = parts.map(({ type }) => type);
  const origin = types.includes("env") ? "env" : types.includes("file") ? "file" : undefined;
  if (problems.length === 0 && length <= maxLength) {
    const result = { ...scalar, value: texts.join("") };
    return origin === undefined ? result : { ...result, origin };
  }
  report.add(problems);
  if (problems.length === 0)
    report.add(error("DF1009", "the files in this value are larger than 1 MiB", { source: scalar.source }));
  return { ...scalar, origin: "failed" };
}

function evaluate(part: Part, { source }: ScalarTree, { env, files }: Inputs): string | Diagnostic {
  switch (part.type) {
    case "text":
      return part.text;
    case "env": {
      if (part.name === tokenName) return tokenInManifest(source);
      const value = Object.hasOwn(env, part.name) ? env[part.name] : undefined;
      return value ?? missingVariable(part.name, source, env);
    }
    case "file": {
      const found = files(part.path, source.file);
      return "text" in found
        ? found.text
        : error("DF1009", `the file "${part.path}" ${found.problem}`, { source, hint: fileHint });
    }
    case "bad":
      return error("DF1007", `cannot interpolate ${part.written}`, {
        source,
        ...(part.meant === undefined ? {} : { label: `did you mean ${part.meant}?` }),
        hint: "${env:NAME} and ${file:path} are evaluated; $$ writes a plain $",
      });
  }
}

const fileHint =
  "a path is relative to the project folder, or else to the folder of the manifest, and stays inside the project";

/** Where the token comes from. As content it would be sent to the platform, and to who an address there belongs to. */
const tokenName = "DOCFORM_TOKEN";

function tokenInManifest(source: Diagnostic["source"]): Diagnostic {
  return error("DF1007", `${tokenName} is the access token, which is no content`, {
    ...(source === undefined ? {} : { source }),
    hint: "take another variable; the token goes to the platform by itself, in the header of each call",
  });
}

function missingVariable(name: string, source: Diagnostic["source"], env: Inputs["env"]): Diagnostic {
  // Only names are compared and shown; a value is never looked at.
  const near = nearMatch(name, Object.keys(env));
  return error("DF1008", `the environment variable ${name} is not set`, {
    ...(source === undefined ? {} : { source }),
    ...(near === undefined ? {} : { label: `did you mean ${near}?` }),
  });
}
