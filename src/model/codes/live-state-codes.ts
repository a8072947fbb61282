import { type DiagnosticInfos, docsTeam, fileText, manifest } from "./diagnostic-info.ts";

/** DF3xxx: manifests against the platform. */
export const liveStateCodes = {
  DF3001: {
    title: "matches several live objects",
    meaning:
      "A declared resource fits more than one object on the platform: by one name, or by two names, such as the path and the title of a section. Or it would fit another one as soon as what it is has been deleted or transferred. Or a live object has its name but for case, blanks or Unicode form. docform never takes the first.",
    next: "Pin the right one with id:, or rename the others on the platform.",
    example: {
      files: docsTeam,
      seed: {
        teams: [
          { id: "team_1", title: "Docs" },
          { id: "team_2", title: "Docs" },
        ],
      },
      line: "plan",
    },
  },
  DF3002: {
    title: "two resources match one live object",
    meaning: "Two declared resources would both manage the same object.",
    next: "Pin each with id:, or remove one.",
    example: {
      files: manifest(
        "teams:",
        "  docs: { title: Guides, previously: Docs }",
        "  writers: { title: Writers, previously: Docs }",
      ),
      seed: { teams: [{ id: "team_1", title: "Docs" }] },
      line: "plan",
    },
  },
  DF3003: {
    title: "id not found",
    meaning:
      "A manifest pins a resource with id:, or an order names one by its id, and the platform has no such object there; perhaps another organization has it. The rest of an order is planned without it.",
    next: "Correct the id, or remove the line to let docform find or create the resource.",
    example: {
      files: manifest("teams:", "  docs: { id: team_7, title: Docs }"),
      seed: { teams: [{ id: "team_1", title: "Docs" }] },
      line: "plan",
    },
  },
  DF3004: {
    title: "organization not found",
    meaning: "The platform does not know the organization, or the token cannot see it.",
    next: "Check organizations in docform.yaml and the rights of the token.",
    example: {
      files: {
        "docform.yaml": "organizations: { acme: { id: org_amce } }\n",
        ...docsTeam,
      },
      line: "plan",
    },
  },
  DF3005: {
    title: "incomplete read",
    meaning:
      "A list could not be read whole, so nothing can be said about what is absent. Or a list lacks an object that the record, a journal or `id:` knows, and the platform still has it. The object is read by its id. In a site nothing is read by its id: there another list shows what is in it, or the site says that it has more spaces. Of share links, half of three or more may be gone at most.",
    next: "Run again. When it stays, look at the call that is named. What is really gone can be forgotten: docform state rm ADDRESS.",
    example: {
      files: docsTeam,
      faults: [{ operation: "listTeams", fault: "repeated-cursor" }],
      line: "plan",
    },
  },
  DF3006: {
    title: "the plan is stale",
    meaning:
      "Something that the reviewed plan rests on changed since: on the platform, or a value that the plan hides. Or the plan has run already, and asks for what must not be done twice. Or a new plan has another digest than the one of --expect. Nothing was sent.",
    next: "Plan again and review the new plan.",
    example: {
      files: manifest("teams:", "  docs: { id: team_1, title: Guides }"),
      seed: { teams: [{ id: "team_1", title: "Docs" }] },
      before: [
        "plan --out plan.json",
        "api updateTeam organizationId=org_acme teamId=team_1 title=Writers --yes",
      ],
      line: "apply --yes plan.json",
    },
  },
  DF3007: {
    title: "the dependencies form a circle",
    meaning: "Steps of the plan wait for each other, so none can be first.",
    next: "Apply part of the change first, with --target or in two changes of the manifests. Please report it: docform should break such circles.",
    example: {
      notShown: "It would be a fault of docform, and none is known.",
      test: "src/planner/order/step-order.test.ts: steps that wait for each other are named",
    },
  },
  DF3009: {
    title: "the record and a name contradict each other",
    meaning:
      "The record of the last apply (.docform/record.json) has one live object for an address, and its name is that of another object. docform does not guess which of them is meant.",
    next: "Write id: with the id of the right object at the address. The message names both lines.",
    example: {
      files: {
        ...docsTeam,
        ".docform/record.json": fileText(
          '{ "formatVersion": 1, "salt": "00000000000000000000000000000000",',
          '  "platforms": { "https://docs.example": { "org_acme": {',
          '    "lastApply": { "at": "2025-12-31T00:00:00.000Z" },',
          '    "resources": { "teams.docs": { "kind": "team", "id": "team_2" } } } } } }',
        ),
      },
      seed: {
        teams: [
          { id: "team_1", title: "Docs" },
          { id: "team_2", title: "Writers" },
        ],
      },
      line: "plan",
    },
  },
  DF3010: {
    title: "a pinned group would get a new id",
    meaning:
      "The platform cannot move a section group into another one, or past another one. When moving the sections around it is not enough, docform deletes it and creates it again, with another id. The manifest pins it by the id that it has now, and that id would not exist afterwards.",
    next: "Take id: out of the manifest, so that docform finds it by its title, or leave the group in its place.",
    example: {
      files: manifest(
        "spaces:",
        "  page: { title: Page }",
        "sites:",
        "  hub:",
        "    title: Hub",
        "    structure:",
        "      - group: sdks",
        "        title: Sdks",
        "        sections: [{ section: node, title: Node, spaces: [{ space: page }] }]",
        "      - group: api",
        "        title: Api",
        "        id: group_api",
        "        sections: [{ section: rest, title: Rest, spaces: [{ space: page }] }]",
      ),
      seed: {
        spaces: [{ title: "Page" }],
        sites: [
          {
            title: "Hub",
            structure: [
              {
                group: "Api",
                id: "group_api",
                children: [{ section: "Rest", spaces: [{ space: "sp_page" }] }],
              },
              { group: "Sdks", children: [{ section: "Node", spaces: [{ space: "sp_page" }] }] },
            ],
          },
        ],
      },
      line: "plan",
    },
  },
  DF3012: {
    title: "the plan has only transfers",
    meaning:
      "A transfer between organizations is a phase of its own. While something is still to be transferred, a plan has the transfers and nothing else. The next plan finds what has arrived in the other organization, and has the rest.",
    next: "Apply the plan, then run docform plan again.",
    example: {
      files: manifest("spaces:", "  guides: { title: Guides, transferTo: id:org_2 }"),
      seed: { spaces: [{ title: "Guides" }] },
      line: "plan",
    },
  },
  DF3020: {
    title: "the platform could not process it",
    meaning:
      "The platform works on some things after it has taken them, such as an OpenAPI spec, and that ended with a problem. What pages show is the last version that could be read.",
    next: "Correct what the message names, then apply again. A corrected text is sent by itself; --resend sends one again as it is.",
    example: {
      files: {
        ...manifest("openapi:", "  petstore: { source: { text: '${file:petstore.yaml}' } }"),
        "petstore.yaml": "openapi: 3.1.0\n",
      },
      seed: { openapi: [{ slug: "petstore", text: "This is no description of an API." }] },
      line: "plan",
    },
  },
  DF3021: {
    title: "an option adds nothing",
    meaning:
      "An option names an address for which there is nothing to do: a new translation runs by itself, and what is absent or blocked cannot run.",
    next: "Leave the option out.",
    example: {
      files: manifest(
        "spaces:",
        "  guides: { title: Guides }",
        "translations:",
        "  guides-fr: { source: guides, language: fr }",
      ),
      seed: { spaces: [{ title: "Guides", language: "en" }] },
      line: "plan --run translations.guides-fr",
    },
  },
  DF3040: {
    title: "rehearsal failed",
    meaning:
      "The plan was run on an embedded platform loaded with the live state. A call was refused there, or a second plan was not empty, so nothing was sent.",
    next: "Correct what the plan names under Rehearsed. If the rehearsal is wrong, the same docform apply, or docform undo RUN, runs the plan anyway with --no-rehearse.",
    example: {
      files: manifest("sites:", "  handbook: { title: Handbook, basename: docs }"),
      seed: { sites: [{ title: "Handbook" }, { id: "site_2", title: "Old docs", basename: "docs" }] },
      line: "apply --yes --rehearse",
    },
  },
} as const satisfies DiagnosticInfos;
