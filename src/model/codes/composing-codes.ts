import type { DiagnosticInfos } from "./diagnostic-info.ts";
import { exampleSettings, manifest, textOf } from "./example-project.ts";

/** docform.yaml of the examples with more lines. */
function settings(...lines: readonly string[]): Readonly<Record<string, string>> {
  return { "docform.yaml": exampleSettings + textOf(...lines) };
}

const production = settings("environments:", "  production: { overlays: [overlays/production] }");

/** An overlay of production that is said in these lines. */
function overlay(...lines: readonly string[]): Readonly<Record<string, string>> {
  return { ...production, "overlays/production/acme.yaml": textOf("organization: acme", ...lines) };
}

/** DF1020 to DF1039: the form of what manifests are composed of. */
export const composingFormCodes = {
  DF1020: {
    title: "unknown variable",
    meaning:
      "A text takes a value from ${var:name}, and docform.yaml does not declare that variable in this environment.",
    next: "Declare it under variables in docform.yaml, mend the name, or write a default: ${var:name:-value}.",
    example: {
      files: {
        ...settings("variables: { region: eu }"),
        ...manifest("teams:", "  docs: { title: 'Docs ${var:regoin}' }"),
      },
    },
  },
  DF1021: {
    title: "a variable made of itself",
    meaning: "Variables of docform.yaml name each other in a circle, or in a chain of more than 100.",
    next: "Take one of them out of the circle.",
    example: {
      files: {
        ...settings("variables:", "  host: 'docs.${var:domain}'", "  domain: 'example.${var:host}'"),
        ...manifest("teams:", "  docs: { title: 'Docs of ${var:host}' }"),
      },
    },
  },
  DF1022: {
    title: "--var does not fit",
    meaning: "--var gives a value to a variable that docform.yaml does not declare, or one of another type.",
    next: "Declare the variable under variables in docform.yaml, or mend the option.",
    example: {
      files: {
        ...settings("variables: { region: eu }"),
        ...manifest("teams:", "  docs: { title: 'Docs ${var:region}' }"),
      },
      line: "validate --var regoin=us",
    },
  },
  DF1023: {
    title: "each is no list of values",
    meaning:
      "each repeats a resource for every value of a list. A value is text, a number, true or false, or a map of those.",
    next: "Write a list of values.",
    example: { files: manifest("spaces:", "  docs-${each}:", "    each: en", "    title: Docs ${each}") },
  },
  DF1024: {
    title: "each has no such part",
    meaning:
      "${each:NAME} stands for the part NAME of a value that is a map, and ${each} for a value that is not.",
    next: "Name a part that every value has.",
    example: {
      files: manifest(
        "spaces:",
        "  docs-${each:code}:",
        "    each: [{ code: en, name: English }, { code: de, name: Deutsch }]",
        "    title: Docs ${each:nmae}",
      ),
    },
  },
  DF1025: {
    title: "one key for all values",
    meaning:
      "The key of a resource with each does not contain ${each}, so all its copies would have the same key.",
    next: "Write ${each}, or ${each:NAME} for a part of a value, into the key.",
    example: { files: manifest("spaces:", "  docs:", "    each: [en, de]", "    title: Docs ${each}") },
  },
  DF1026: {
    title: "each inside each",
    meaning:
      "A resource that an each repeats holds another each. Manifests stay data: there is one each at a time.",
    next: "Write one of the two out.",
    example: {
      files: manifest(
        "sites:",
        "  help-${each}:",
        "    each: [en, de]",
        "    title: Help ${each}",
        "    shareLinks:",
        "      for-${each}: { each: [press, partners], name: 'For ${each}' }",
      ),
    },
  },
  DF1027: {
    title: "expands beyond the limits",
    meaning:
      "each and defaults of the project would repeat more than 250,000 values, or interpolation would put together more than 64 MiB of text.",
    next: "Repeat less: most often a list of each is longer than it was meant to be.",
    example: {
      notShown: "The example would be too large to read.",
      test: "src/manifest/compose/each.test.ts: a bomb of values times what aliases repeat is refused before it is built",
    },
  },
  DF1028: {
    title: "default that nothing takes",
    meaning:
      "defaults in docform.yaml names a kind that there is not, or something that a resource of that kind does not take from there.",
    next: "Use one of the names that are listed.",
    example: {
      files: {
        ...settings("defaults:", "  site: { visiblity: unlisted }"),
        ...manifest("sites:", "  handbook: { title: Handbook }"),
      },
    },
  },
} as const satisfies DiagnosticInfos;

/** DF2020 to DF2029: what overlays say of manifests. */
export const composingMeaningCodes = {
  DF2020: {
    title: "an overlay patches nothing",
    meaning:
      "An overlay changes declared resources. It names a resource that the manifests do not declare, which is most often a mistyped key.",
    next: "Mend the key. To have a resource in one environment only, declare it in the manifests and remove it with null in the overlays of the others.",
    example: {
      files: {
        ...manifest("sites:", "  handbook: { title: Handbook }"),
        ...overlay("sites:", "  hanbdook: { visibility: public }"),
      },
      line: "validate --env production",
    },
  },
  DF2021: {
    title: "an overlay removes nothing",
    meaning:
      "In an overlay, null removes a value of the manifests, and the manifests do not have this value.",
    next: "Take the line out, or mend the key. To clear a field on the platform, write clear: [FIELD].",
    example: {
      files: {
        ...manifest("sites:", "  handbook: { title: Handbook }"),
        ...overlay("sites:", "  handbook: { visibility: null }"),
      },
      line: "validate --env production",
    },
  },
  DF2022: {
    title: "one overlay says two things",
    meaning: "Two documents of one overlay folder set the same value differently, and files have no order.",
    next: "Keep one of the two, or make two overlays of the folder: later ones in docform.yaml win.",
    example: {
      files: {
        ...manifest("sites:", "  handbook: { title: Handbook }"),
        ...overlay("sites:", "  handbook: { visibility: public }"),
        "overlays/production/other.yaml": textOf(
          "organization: acme",
          "sites:",
          "  handbook: { visibility: unlisted }",
        ),
      },
      line: "validate --env production",
    },
  },
} as const satisfies DiagnosticInfos;
