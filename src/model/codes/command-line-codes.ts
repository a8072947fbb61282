import { type DiagnosticInfos, docsTeam, fileText } from "./diagnostic-info.ts";

/** DF500x, DF501x: the command line, and the files that it names. DF505x: explain. DF510x: pull, init and hook. */
export const commandLineCodes = {
  DF5001: {
    title: "wrong usage",
    meaning:
      "The command line has an unknown command, option or value, or init lacks an option and there is no terminal to ask for it.",
    next: "See docform --help, or docform COMMAND --help.",
    example: { line: "plan --fromat json" },
  },
  DF5002: {
    title: "confirmation needed",
    meaning:
      "apply, undo, api, state rm and state mv ask before they change anything, and there is no terminal to ask for confirmation.",
    next: "Review the plan, the call, or what is to be forgotten or moved, and run again with --yes.",
    example: {
      files: docsTeam,
      line: "apply",
    },
  },
  DF5003: {
    title: "not a plan file",
    meaning:
      "The file is no plan, has another format, or was edited. Or the plan is for another platform, edition of the API, organization or environment, or a newer docform made it.",
    next: "Make a new one with docform plan --out FILE, and review that.",
    example: {
      files: { ...docsTeam, "plan.json": "{}\n" },
      line: "apply --yes plan.json",
    },
  },
  DF5004: {
    title: "refused by the operating system",
    meaning:
      "A file cannot be written or read, docform could not remove its lock, or another program has the port of serve or of worker --metrics. Or a file that --out or --html names holds something else: docform overwrites only what it wrote.",
    next: "Check the path and its rights.",
    example: {
      files: docsTeam,
      line: "apply --yes plan.json",
    },
  },
  DF5007: {
    title: "something is in the place of docform's own files",
    meaning:
      "docform keeps files in .docform and docform-plan, and writes plans and reports. Each folder of such a path is a real folder, and each file a plain one of at most 256 MiB. A link, a pipe or a device there would lead what docform reads, writes or removes elsewhere, or never end. Nothing was opened.",
    next: "Remove it. When it is in Git, ask who committed it: docform makes no such thing.",
    example: {
      notShown: "a pull request, or somebody on this machine, has put a link, a pipe or a device there",
      test: "test/state/foreign-files.test.ts",
    },
  },
  DF5005: {
    title: "a file of serve cannot be used",
    meaning:
      "The file of --seed or --faults is not as docs/reference/seed.md or faults.md says. Or the file of --data is damaged, of another version or program, or another server writes it.",
    next: "Correct the place that the message names. Name another file with --data, or move that one away to start with an empty one.",
    example: {
      files: {
        "seed.yaml": fileText(
          "organizations:",
          "  - id: org_acme",
          "    title: Acme",
          "    team: [{ title: Docs }]",
        ),
      },
      line: "serve --seed seed.yaml",
    },
  },
  DF5009: {
    title: "fault of docform",
    meaning: "docform met something that it does not expect, and stopped there.",
    next: "Run again. When it stays, report it with the command line and the lines that follow.",
    example: {
      notShown: "It is a fault of docform, and none is known.",
      test: "test/cli/command-line.test.ts: a fault of docform is told as one, with where it came from",
    },
  },
  DF5011: {
    title: "unknown address",
    meaning:
      "The given address is neither declared nor on the platform nor in the plan, or it lacks the organization of a project with several. Or there is no organization to pull, or nobody has the email or id.",
    next: "Write an address as docform plan and drift show it. --target takes the beginning of one too, with all resources in it. Write the organization and its id into docform.yaml.",
    example: {
      files: docsTeam,
      line: "plan --target teams.dosc",
    },
  },
  DF5012: {
    title: "the commit cannot be compared",
    meaning:
      "docform ci list and ci matrix compare the project with what it was in a commit. No commit has that name here, a branch and a tag have it, the folder is in no Git repository, or git cannot be run. As a warning: the commit is not in this clone, or had no such project, or mistakes in it. Then every organization is listed.",
    next: "Fetch the commit (fetch-depth: 0 of actions/checkout, GIT_DEPTH: 0 of GitLab), and name it as git knows it: origin/main.",
    example: { files: docsTeam, line: "ci list --changed-since origin/main" },
  },
  DF5050: {
    title: "nothing to explain",
    meaning:
      "explain was asked for something that is no diagnostic code, no kind, no field of a kind, and no address that the manifests declare or the plan changes.",
    next: "Ask for a code such as DF2001, a kind such as site, a field such as site.visibility, or an address as docform plan shows it.",
    example: { line: "explain site.visiblity" },
  },
  DF5101: {
    title: "a file was not written",
    meaning:
      "A file that was to be written is there already, was changed meanwhile, lies outside the project folder, or needs a folder where a file is. No file was written.",
    next: "Move the file away, or run the command again.",
    example: { line: "init --organization acme=org_acme" },
  },
  DF5102: {
    title: "the platform shows the access token",
    meaning:
      "A text on the platform, such as a title, holds the access token that docform was given. Manifests go into Git, so no file was written.",
    next: "Take the text away on the platform, and use a new token: others can read this one there. What else there is can be pulled by its address.",
    example: { seed: { teams: [{ id: "team_docs", title: "Docs token-of-ana" }] }, line: "pull" },
  },
  DF5103: {
    title: "the Git hook was not written",
    meaning:
      "docform hook writes or removes the hook pre-commit of the Git repository that the project is in. The folder is in no repository, git cannot be run, the hook could not call docform, or somebody else wrote the hook that is there. Or that hook checks another project of the repository. Nothing was changed.",
    next: "Run it in a clone. Add the lines of the hint to a hook that is there, or replace it with --force. A hook of docform checks one project: check several with https://pre-commit.com.",
    example: { files: docsTeam, line: "hook install" },
  },
} as const satisfies DiagnosticInfos;
