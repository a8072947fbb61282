import { type DiagnosticInfos, exampleSettings, type Files, fileText, manifest } from "./diagnostic-info.ts";

/** The files of an overlay of production that is said in these lines. */
function overlay(...lines: readonly string[]): Files {
  return {
    "docform.yaml":
      exampleSettings + fileText("environments:", "  production: { overlays: [overlays/production] }"),
    "overlays/production/acme.yaml": fileText("organization: acme", ...lines),
  };
}

/** DF2xxx: what manifests say of each other. */
export const manifestMeaningCodes = {
  DF2001: {
    title: "unknown reference",
    meaning:
      "A manifest names a resource by a key that no manifest declares. Or a team or a rule names a person by a key instead of the email, or an undeclared person who may go, since the members of the organization are exact.",
    next: "Declare it, correct the key, or name something outside the manifests with id:…. Name people by email.",
    example: {
      files: manifest(
        "spaces:",
        "  quickstart: { title: Quickstart }",
        "sites:",
        "  handbook:",
        "    title: Handbook",
        "    structure: [{ space: quickstrat }]",
      ),
    },
  },
  DF2002: {
    title: "declared twice",
    meaning:
      "Two manifests declare the same address, or one list names a person twice. Two resources have the same id, the same path or basename, or the same values in all fields that identify them. Or two aliases of docform.yaml have the same id: what is declared under one would be undeclared under the other.",
    next: "Keep one of them, give them different names, or pin them with id.",
    example: { files: manifest("teams:", "  docs: { title: Docs }", "  writers: { title: Docs }") },
  },
  DF2003: {
    title: "unknown organization",
    meaning: "A manifest belongs to an organization that docform.yaml does not list.",
    next: "Add it under organizations in docform.yaml, or correct the name.",
    example: {
      files: { "manifests/acme.yaml": fileText("organization: acmee", "teams:", "  docs: { title: Docs }") },
    },
  },
  DF2004: {
    title: "site structure mixes spaces and sections",
    meaning:
      "A site shows either spaces or sections at its root, not both. External links stand beside sections, so they need one.",
    next: "Put the spaces into sections, or remove the sections.",
    example: {
      files: manifest(
        "spaces:",
        "  quickstart: { title: Quickstart }",
        "  reference: { title: Reference }",
        "sites:",
        "  handbook:",
        "    title: Handbook",
        "    structure:",
        "      - space: quickstart",
        "      - { section: api, title: API, spaces: [{ space: reference }] }",
      ),
    },
  },
  DF2010: {
    title: "two places for one resource",
    meaning:
      "An order gives each item its parent. So an item may be in one order only, once, and its `collection` or `parent` must name the same place. And nothing is in itself, is a copy of itself, or is transferred back to where it is.",
    next: "Keep one of the two places.",
    example: {
      files: manifest(
        "collections:",
        "  guides:",
        "    title: Guides",
        "    order: [{ space: quickstart }]",
        "  archive: { title: Archive }",
        "spaces:",
        "  quickstart: { title: Quickstart, collection: archive }",
      ),
    },
  },
  DF2020: {
    title: "an overlay changes nothing",
    meaning:
      "An overlay changes declared resources, and its null removes a value of the manifests. It names something that the manifests do not declare, which is most often a mistyped key.",
    next: "Correct the key. To have a resource in one environment only, declare it in the manifests and remove it with null in the overlays of the others. To clear a field on the platform, write clear: [FIELD].",
    example: {
      files: {
        ...manifest("sites:", "  handbook: { title: Handbook }"),
        ...overlay("sites:", "  hanbdook: { visibility: public }"),
      },
      line: "validate --env production",
    },
  },
  DF2021: {
    title: "labels that no organization has",
    meaning:
      "A document with organizations: { select: … }, or --select, chooses by labels, and no organization fits, or a label or a value in it is that of no organization. docform does not take that for nothing to do.",
    next: "Correct the name or the value, or give an organization the label in docform.yaml.",
    example: {
      files: {
        "docform.yaml": "organizations: { acme: { id: org_acme, labels: { tier: gold } } }\n",
        "manifests/gold.yaml": fileText(
          "organizations: { select: { tier: gild } }",
          "teams:",
          "  docs: { title: Docs }",
        ),
      },
    },
  },
  DF2022: {
    title: "two documents of one overlay contradict each other",
    meaning:
      "Two documents in one entry of overlays give an organization different values for the same field, and one of them is for several organizations. Which one holds would depend on the names of files.",
    next: "Move one of them into an entry of overlays that comes later, where it wins. Or let each choose other organizations.",
    example: {
      files: {
        "docform.yaml":
          "organizations: { acme: { id: org_acme, labels: { tier: gold, region: eu } } }\noverlays: [layers]\n",
        ...manifest("sites:", "  handbook: { title: Handbook }"),
        "layers/eu.yaml": fileText(
          "organizations: { select: { region: eu } }",
          "sites: { handbook: { visibility: unlisted } }",
        ),
        "layers/gold.yaml": fileText(
          "organizations: { select: { tier: gold } }",
          "sites: { handbook: { visibility: public } }",
        ),
      },
    },
  },
  DF2023: {
    title: "outside of the scope of the project",
    meaning:
      "The scope in docform.yaml says what the project may manage, and a manifest declares something else. Another project may manage that, and two of them would undo each other's work.",
    next: "Declare it in the project that manages it, or add it to scope.",
    example: {
      files: {
        "docform.yaml": fileText(
          "project: handbook",
          "scope: [sites.handbook, teams.docs-*]",
          "organizations: { acme: { id: org_acme } }",
        ),
        ...manifest("teams:", "  docs-writers: { title: Writers }", "  support: { title: Support }"),
      },
    },
  },
} as const satisfies DiagnosticInfos;
