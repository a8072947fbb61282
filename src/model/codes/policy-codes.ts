import { type DiagnosticInfos, docsTeam, fileText } from "./diagnostic-info.ts";

/** DF6xxx: the policies of a project. */
export const policyCodes = {
  DF6001: {
    title: "a policy cannot be used",
    meaning:
      "A file in policies/ has a rule with an unknown key, a wrong value, a name that another rule has, or an expression that cannot be used. The expression does not compile, does not give a bool, or fails for a change of the plan. Nothing is sent.",
    next: "Correct the rule; docs/guides/policies.md says what it takes. docform policy test runs its examples.",
    example: {
      files: {
        ...docsTeam,
        "policies/teams.yaml": fileText(
          "rules:",
          "  - name: teams-have-names",
          "    when: { kind: team, action: create }",
          '    assert: desired.title != "" && desire.members.size() > 0',
          "    message: A team has a name and members.",
        ),
      },
    },
  },
  DF6002: {
    title: "a policy warns",
    meaning:
      "A change of the plan breaks a rule in policies/ that has severity: warn. The plan can still run.",
    next: "Change the manifest, if the rule is right. A rule with severity: error or ask holds the plan.",
    example: {
      files: {
        ...docsTeam,
        "policies/teams.yaml": fileText(
          "rules:",
          "  - name: teams-have-members",
          "    when: { kind: team, action: create }",
          "    assert: has(desired.members)",
          "    message: A team has members.",
          "    severity: warn",
        ),
      },
      line: "plan",
    },
  },
  DF6003: {
    title: "a policy file has no rules",
    meaning:
      "A file in policies/ is empty, or its list of rules is. It guards nothing. It is a warning: the plan can run all the same.",
    next: "Write the rules again, or delete the file. docs/guides/policies.md says what a rule takes.",
    example: { files: { ...docsTeam, "policies/teams.yaml": "rules: []\n" } },
  },
  DF6004: {
    title: "a policy takes too many steps",
    meaning:
      "Each question to a rule may take 100,000 steps: an item that a macro looks at is one, and a pattern takes more for a longer text. This rule needs more for a change of the plan, so nobody knows whether it holds. The plan is held.",
    next: "Make the rule cheaper: nest fewer macros, use simpler patterns, or ask about one kind or field with when.",
    example: {
      files: {
        ...docsTeam,
        "policies/teams.yaml": fileText(
          "rules:",
          "  - name: never-ends",
          "    when: { kind: team, action: create }",
          "    assert: cel.bind(l, [1, 2, 3, 4, 5, 6, 7, 8, 9, 0], l.all(a, l.all(b, l.all(c, l.all(d, l.all(e, a < 10))))))",
          "    message: It takes too long.",
        ),
      },
      line: "plan",
    },
  },
} as const satisfies DiagnosticInfos;
