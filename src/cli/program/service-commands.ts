import type { CommentOptions } from "../../pipeline/put-comment.ts";
import type { IssueOptions } from "../../pipeline/put-issue.ts";
import { ciCommands } from "./ci-commands.ts";
import type { CommandEntry, CommandGroup } from "./command.ts";
import { wholeNumber, withCommonOptions, withServiceOptions } from "./options.ts";

const comment: CommandEntry<CommentOptions> = {
  name: "comment",
  summary: "put a text as the comment of the pull request of this pipeline, and keep it one",
  examples: [
    ["docform comment plan.md", "what docform plan --format markdown wrote; the next run edits it in place"],
    ["docform comment - --mark links", "a text of your own from stdin, found again by its name"],
    ["docform comment plan.md --service github --repository acme/docs --pull 7", "in any other CI"],
  ],
  arguments: { "<file>": "Markdown file, or - for stdin; 60,000 bytes at most" },
  options: (command) =>
    withServiceOptions(withCommonOptions(command, ["text"]))
      .option(
        "--pull <n>",
        "number of the pull request, where the pipeline is about none",
        wholeNumber(1, 1e9),
      )
      .option("--mark <mark>", "name by which the next run finds the comment; for a text without a mark"),
  notes: "It takes GITHUB_TOKEN with pull-requests: write, or DOCFORM_GITLAB_TOKEN with the scope api.",
  run: async ({ io, words: [file = ""], options }) =>
    (await import("../../pipeline/put-comment.ts")).commentPull(io, file, options),
};

const issue: CommandEntry<IssueOptions> = {
  name: "issue",
  summary: "open an issue for a text, update it while it is open, or close it",
  examples: [
    ['docform issue drift.md --title "Drift in production"', "opens it, or updates the open one"],
    ["docform issue drift.md --close", "closes the open one, with this as its last text"],
  ],
  arguments: { "<file>": "Markdown file, or - for stdin; 60,000 bytes at most" },
  options: (command) =>
    withServiceOptions(withCommonOptions(command, ["text"]))
      .option("--title <title>", "title of the issue; needed unless it is closed")
      .option("--label <label>", "label of the issue, among which it is looked for", "docform")
      .option("--close", "close it; nothing happens when none is open")
      .option("--mark <mark>", "name by which the next run finds the issue; for a text without a mark"),
  notes: "It takes GITHUB_TOKEN with issues: write, or DOCFORM_GITLAB_TOKEN with the scope api.",
  run: async ({ io, words: [file = ""], options }) =>
    (await import("../../pipeline/put-issue.ts")).reportIssue(io, file, options),
};

/** Commands that write to GitHub or GitLab. */
export const serviceCommands: CommandGroup = {
  title: "Pull requests",
  commands: [...ciCommands, comment, issue],
};
