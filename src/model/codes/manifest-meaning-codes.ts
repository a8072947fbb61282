import type { DiagnosticInfos } from "./diagnostic-info.ts";
import { manifest, textOf } from "./example-project.ts";

/** DF20xx: what manifests say of each other. */
export const manifestMeaningCodes = {
  DF2001: {
    title: "unknown reference",
    meaning: "A manifest names a resource by a key that no manifest declares.",
    next: "Declare it, mend the key, or name something outside the manifests with id:….",
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
      "Two manifests declare the same address. Or two resources have the same id, or the same values in all fields that identify them.",
    next: "Keep one of them, give them different names, or pin them with id.",
    example: { files: manifest("teams:", "  docs: { title: Docs }", "  writers: { title: Docs }") },
  },
  DF2003: {
    title: "unknown organization",
    meaning: "A manifest belongs to an organization that docform.yaml does not list.",
    next: "Add it under organizations in docform.yaml, or mend the name.",
    example: {
      files: { "manifests/acme.yaml": textOf("organization: acmee", "teams:", "  docs: { title: Docs }") },
    },
  },
  DF2004: {
    title: "site structure mixes spaces and sections",
    meaning: "A site shows either spaces or sections at its root, not both.",
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
  DF2005: {
    title: "the same path or basename twice",
    meaning:
      "Two items of one container declare the same path, or two sites the same basename; the platform refuses that.",
    next: "Give each its own.",
    example: {
      files: manifest(
        "spaces:",
        "  quickstart: { title: Quickstart }",
        "  reference: { title: Reference }",
        "sites:",
        "  handbook:",
        "    title: Handbook",
        "    structure:",
        "      - { space: quickstart, path: start }",
        "      - { space: reference, path: start }",
      ),
    },
  },
  DF2006: {
    title: "nothing to find it by",
    meaning: "A resource has neither an id nor the field that it is found and created by.",
    next: "Add the field that the message names.",
    example: { files: manifest("teams:", "  docs: { members: { ana@acme.example: owner } }") },
  },
  DF2010: {
    title: "two places for one thing",
    meaning:
      "An order gives each item its parent. So an item may be in one order only, once, and its `collection` or `parent` must name the same place.",
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
  DF2011: {
    title: "it stands in itself",
    meaning:
      "Collections name each other as parent in a circle, or spaces name each other as original in a circle.",
    next: "Take one of the lines that are named out of the circle.",
    example: {
      files: manifest(
        "collections:",
        "  guides: { title: Guides, parent: archive }",
        "  archive: { title: Archive, parent: guides }",
      ),
    },
  },
  DF2030: {
    title: "a person who is to go",
    meaning:
      "The members of the organization are exact, so docform removes undeclared people. A team or a rule names a person that is not declared.",
    next: "Declare the person under members, or take the name out of the team or rule.",
    example: {
      files: manifest(
        "manage: { members: exact }",
        "members:",
        "  ana@acme.example: { role: admin }",
        "teams:",
        "  docs: { title: Docs, members: { ana@acme.example: owner, li@acme.example: member } }",
      ),
    },
  },
  DF2031: {
    title: "a person twice in one list",
    meaning:
      "A list names a person twice, with different capital letters. Emails ignore case, so one of the two roles would be lost.",
    next: "Keep one of the two.",
    example: {
      files: manifest(
        "teams:",
        "  docs: { title: Docs, members: { li@acme.example: owner, Li@acme.example: member } }",
      ),
    },
  },
  DF2032: {
    title: "a person by the key of a manifest",
    meaning:
      "A team or a rule names a person by a manifest key that is not the email. The platform knows people by email or id. So docform would find nobody or another person, and remove the intended one from the team.",
    next: "Write the email of the person, or the id.",
    example: {
      files: manifest(
        "members:",
        "  ana: { email: ana@acme.example, role: admin }",
        "teams:",
        "  docs: { title: Docs, members: { ana: owner } }",
      ),
    },
  },
  DF2033: {
    title: "one organization under two aliases",
    meaning:
      "Two aliases of docform.yaml have the same id in this environment. Objects declared under one alias would be undeclared under the other, and an exact list would delete them.",
    next: "Give each alias the id of its own organization, or move all manifests to one alias and take the other out.",
    example: {
      files: {
        "docform.yaml": "organizations: { acme: { id: org_acme }, docs: { id: org_acme } }\n",
        "manifests/acme.yaml": textOf("organization: acme", "teams:", "  docs: { title: Docs }"),
      },
    },
  },
} as const satisfies DiagnosticInfos;
