import type { ApiOptions } from "../api/api.ts";
import type { ServeOptions } from "../serve/serve.ts";
import type { CommandEntry, CommandGroup } from "./command.ts";
import { editionOption, wholeNumber, withAccessOptions, withCommonOptions, withEdition } from "./options.ts";

const api: CommandEntry<ApiOptions> = {
  name: "api",
  summary: "call any operation of the API, by its name or by METHOD /path",
  examples: [
    ["docform api listTeams organizationId=org_1 title=docs", "one page of a list, filtered"],
    ['docform api GET "/orgs/org_1/teams?title=docs"', "the same, by method and path"],
    ["docform api listMembers organizationId=org_1 --paginate --format yaml", "all pages, as YAML"],
    [`docform api createTeam organizationId=org_1 title=Docs members:='["usr_1"]'`, "after asking"],
    ["docform api createSpaceComment spaceId=sp_1 --body comment.json --yes", "the body from a file"],
    ["docform api createTeam --help", "what an operation takes and answers"],
    ["docform api --list team", "the operations about teams"],
  ],
  arguments: { "[operation...]": "its name, or METHOD and /path; then key=value or key:=json" },
  options: (command) =>
    withEdition(withAccessOptions(withCommonOptions(command, ["json", "yaml"])))
      .usage("[options] <operation | METHOD /path> [key=value | key:=json ...]")
      .option("--body <file>", "JSON file of the body; - reads stdin")
      .option("--paginate", "read all pages of a list: complete, or an error")
      .option("--show-secrets", "show the secrets of an answer, such as a private key")
      .option("--yes", "do not ask before a call that changes something")
      .option("--list", "list the operations; words filter them")
      .helpOption(false)
      .option("-h, --help", "this help; with an operation, what it takes and answers"),
  notes: `Inputs go to the path, the query or the body, as the operation has them:
  key=value                text
  key:=json                any JSON: a number, true, null, a list, an object`,
  // On stderr whatever the format: stdout holds the answer of the platform, or nothing.
  errors: "text",
  run: async ({ io, words, options, command }) => {
    const isFormatGiven = command.getOptionValueSource("format") === "cli";
    const usage = command.helpInformation();
    return (await import("../api/api.ts")).api(io, words, options, { usage, isFormatGiven });
  },
};

const serve: CommandEntry<ServeOptions> = {
  name: "serve",
  summary: "run the embedded platform, to try docform on",
  examples: [
    ["docform serve --seed live.yaml", "start with the state of this file"],
    ["docform serve --data state.json --port 0", "keep the state, on a free port"],
  ],
  options: (command) =>
    command
      .option(
        "--seed <path>",
        "state to start with, a file or a folder of files, as docs/reference/seed.md describes",
      )
      .addOption(editionOption("edition of the API that it speaks").default("reference"))
      .option("--data <file>", "keep the state in this file; when it is there already, start with it")
      .option("--faults <file>", "what is to go wrong, as docs/reference/faults.md describes")
      .option("--port <n>", "port on 127.0.0.1; 0 picks a free one", wholeNumber(0, 65535), 4400)
      .option("--latency <ms>", "hold back every answer", wholeNumber(0, 60000), 0)
      .option("--rate <n>", "answer 429 beyond that many requests a second", wholeNumber(1, 1000000)),
  run: async ({ unguarded, options }) => (await import("../serve/serve.ts")).serve(unguarded, options),
};

/** Commands for the API itself. */
export const platformCommands: CommandGroup = { title: "API", commands: [api, serve] };
