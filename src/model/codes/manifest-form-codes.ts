import { type DiagnosticInfos, docsTeam, exampleSettings, manifest } from "./diagnostic-info.ts";

/** DF1xxx: the form of manifests and of the project file. */
export const manifestFormCodes = {
  DF1001: {
    title: "not valid YAML",
    meaning: "The file cannot be read as YAML.",
    next: "Correct the place that is marked. Most often it is indentation or a missing quote.",
    example: { files: manifest("teams:", '  docs: { title: "Docs }') },
  },
  DF1002: {
    title: "duplicate key",
    meaning: "A map has the same key twice, so one of the values would be lost.",
    next: "Remove or rename one of the two.",
    example: { files: manifest("teams:", "  docs:", "    title: Docs", "    title: Documentation") },
  },
  DF1003: {
    title: "beyond the limits",
    meaning:
      "A YAML file is larger than 10 MiB, nested deeper than 100, uses too many aliases, or has the key __proto__, a key of more than 1024 characters, or the NUL character. A table of organizations has more than 100,000 lines or 100 columns. Or each, defaults and interpolation of the project would make more than 250,000 values or 64 MiB of text.",
    next: "Split a file that is too large, write out what aliases repeat, repeat less with each, or give another key; the message says which limit it is.",
    example: { files: manifest("teams:", "  docs: { title: Docs, __proto__: { title: Others } }") },
  },
  DF1004: {
    title: "unknown field",
    meaning:
      "A manifest, or defaults in docform.yaml, names a field or a kind that does not exist or is not allowed there. docform never ignores a field.",
    next: "Use one of the fields that are listed. A field that belongs to another kind goes there.",
    example: { files: manifest("sites:", "  handbook:", "    title: Handbook", "    visiblity: public") },
  },
  DF1005: {
    title: "wrong type or value",
    meaning: "The value is not of the type, the pattern or the length that the platform takes.",
    next: "Write a value of the form that the message names.",
    example: { files: manifest("sites:", "  handbook:", "    title: Handbook", "    visibility: pubic") },
  },
  DF1006: {
    title: "missing field",
    meaning:
      "A field is needed here and is not there. A resource needs what it is found and created by, or an id.",
    next: "Add the field that the message names.",
    example: { files: manifest("openapi:", "  petstore: { visibility: public }") },
  },
  DF1007: {
    title: "bad interpolation",
    meaning:
      "Only ${env:NAME}, ${var:name}, ${file:path} and ${label:name} are evaluated, each with a default after :-, ${organization}, and ${each} in a resource that has each; $$ writes a plain $. Variables that hold credentials, such as DOCFORM_TOKEN, GITHUB_TOKEN and AWS_*, are never evaluated: they would be sent as content. The place of the state takes nothing from the environment or a file.",
    next: "Use one of these forms.",
    example: { files: manifest("teams:", "  docs: { title: '${team}' }") },
  },
  DF1008: {
    title: "environment variable is not set",
    meaning: "A manifest takes a value from ${env:NAME}, and NAME is not in the environment.",
    next: "Set the variable in the shell or in the pipeline's secrets, or write a default: ${env:NAME:-value}.",
    example: { files: manifest("teams:", "  docs: { title: '${env:TEAM_TITLE}' }") },
  },
  DF1009: {
    title: "file outside the project, or not readable",
    meaning: "${file:path} names a file that is not there, or that lies outside the project folder.",
    next: "Keep the file inside the project folder and name it relative to that folder or to the manifest.",
    example: { files: manifest("openapi:", "  petstore: { source: { text: '${file:petstore.yaml}' } }") },
  },
  DF1010: {
    title: "no project",
    meaning:
      "There is no docform.yaml in the folder, or it holds no manifests, or the manifests declare nothing.",
    next: "Run the command in the project folder, or name the folder with -C DIR. Check that manifests in docform.yaml names the right folder.",
    example: { line: "validate -C handbook" },
  },
  DF1011: {
    title: "unknown environment",
    meaning: "--env names an environment that docform.yaml does not list.",
    next: "Add it under environments in docform.yaml, or correct the name.",
    example: { files: docsTeam, line: "validate --env production" },
  },
  DF1012: {
    title: "not in this edition of the API",
    meaning:
      "A manifest, or defaults in docform.yaml, has a kind, a field or a value that only another edition of the API has. The edition is platform.api in docform.yaml; without it, the address api.gitbook.com means gitbook, and any other means reference.",
    next: "Take it out. When the platform speaks the other edition, write platform.api into docform.yaml.",
    example: {
      files: {
        "docform.yaml": `platform: { api: gitbook }\n${exampleSettings}`,
        ...manifest("sites:", "  handbook: { title: Handbook, type: premium, agentsContext: included }"),
      },
    },
  },
  DF1020: {
    title: "unknown or unusable variable",
    meaning:
      "A text takes a value from ${var:name}, or --var gives one, and docform.yaml does not declare that variable in this environment. Or its type differs, or its value uses itself.",
    next: "Declare it under variables in docform.yaml, correct the name, or write a default: ${var:name:-value}.",
    example: {
      files: {
        "docform.yaml": `${exampleSettings}variables: { region: eu }\n`,
        ...manifest("teams:", "  docs: { title: 'Docs ${var:regoin}' }"),
      },
    },
  },
  DF1023: {
    title: "each cannot be used",
    meaning:
      "each repeats a resource for every value of a list. A value is text, a number, true or false, or a map of those, whose parts ${each:NAME} names. The key of the resource holds ${each} too, so that each copy has its own. There is one each at a time.",
    next: "Correct what the message names.",
    example: { files: manifest("spaces:", "  docs:", "    each: [en, de]", "    title: Docs ${each}") },
  },
  DF1024: {
    title: "table of organizations cannot be used",
    meaning:
      "organizations: { from: FILE } in docform.yaml names a CSV file. Its first line names the columns: alias, id, and each other one a label. Each further line is an organization, with as many values.",
    next: "Correct the place that is marked.",
    example: {
      files: {
        "docform.yaml": "organizations: { from: organizations.csv }\n",
        "organizations.csv": "alias,id,tier\nacme,org_acme\n",
        ...docsTeam,
      },
    },
  },
  DF1025: {
    title: "no such label",
    meaning:
      "A text takes a value from ${label:name}, and the organization of the document has no label of that name in docform.yaml.",
    next: "Give the organization that label, correct the name, or write a default: ${label:name:-text}.",
    example: {
      files: {
        "docform.yaml": "organizations: { acme: { id: org_acme, labels: { tier: gold } } }\n",
        ...manifest("teams:", "  docs: { title: 'Docs ${label:teir}' }"),
      },
    },
  },
  DF1040: {
    title: "not formatted",
    meaning:
      "docform fmt reads what it has written, and that was not the same as before, or the file is no map. So the file stays as it is. Values in unusual forms, such as a map as a key, may be the reason.",
    next: "Nothing, when the file is well as it is. Else write the unusual part in a plainer form.",
    example: { files: { "manifests/acme.yaml": "- organization: acme\n" }, line: "fmt" },
  },
} as const satisfies DiagnosticInfos;
