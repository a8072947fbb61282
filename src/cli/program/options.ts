import { type Command, InvalidArgumentError, Option } from "commander";
import { editions } from "../../contract/edition.ts";
import { readRequirement, type Selector } from "../../model/labels.ts";
import { logLevels } from "../../project/options.ts";
import { parseShard, type Shard } from "../../project/shard.ts";

/** Adds the options that every command takes; the first form is the default. */
export function withCommonOptions(command: Command, forms: readonly string[]): Command {
  return command
    .optionsGroup(commonOptions)
    .option("-C, --directory <dir>", "project folder", ".")
    .option("--env <environment>", "environment of docform.yaml")
    .option("--var <name=value>", "another value of a variable of docform.yaml; may be given again", collect)
    .addOption(new Option("--format <format>", "form of the result").choices([...forms]).default(forms[0]))
    .option("--no-input", "never ask; fail instead")
    .addOption(
      new Option("--log-level <level>", "how much to say on stderr").choices([...logLevels]).default("info"),
    )
    .optionsGroup(ownOptions);
}

/** Heading of the options that only this command has. */
export const ownOptions = "Options:";
/** The help heading of the options of every command. */
export const commonOptions = "Options of every command:";

/** Adds the options for authentication. */
export function withAccessOptions(command: Command): Command {
  return command
    .optionsGroup("Connection:")
    .option("--token-file <file>", "take the access token from this file, not from DOCFORM_TOKEN")
    .option("--insecure-http", "send the token over http, which others on the way can read")
    .optionsGroup(ownOptions);
}

/** The option for the edition of the API. */
export function editionOption(about: string): Option {
  return new Option("--api <edition>", about).choices([...editions]);
}

/** Adds the option of commands that tell about an edition of the API, and need no project. */
export function withEdition(command: Command): Command {
  return command.addOption(
    editionOption("edition of the API (default: that of the project, else reference)"),
  );
}

/** Adds the options for the connection to the platform. */
export function withConnectionOptions(command: Command): Command {
  return withCallOptions(command)
    .optionsGroup("Connection:")
    .option("--deadline <duration>", "send nothing more after that time, such as 90s or 10m", duration)
    .optionsGroup(ownOptions);
}

/** Adds the options for the connection of a command that has no end. */
export function withCallOptions(command: Command): Command {
  return withAccessOptions(command)
    .optionsGroup("Connection:")
    .option(
      "--concurrency <n>",
      "calls at the same time, at most (default: 8, and 64 that only read)",
      wholeNumber(1, 64),
    )
    .option(
      "--timeout <duration>",
      "longest wait for data, five times that for an answer (default: 60s)",
      duration,
    )
    .optionsGroup(ownOptions);
}

/** Adds the options for the scope and the limits of a plan. */
export function withScopeOptions(command: Command): Command {
  return command
    .option("--target <address>", "only this and what it depends on; may be given again", collect)
    .optionsGroup("What may pass:")
    .option(
      "--allow-deletes <n>",
      "let too many deletes pass, when there are exactly n",
      wholeNumber(0, 1_000_000),
    )
    .option("--allow-empty", "let deletes pass where the manifests declare nothing")
    .option("--allow-exposure", "let pass what opens something to more people")
    .option("--allow-ownerless", "let a team be left without an owner, or access without an admin")
    .option("--allow-access", "let the token's user lose access, and let a first access be set")
    .option("--allow-removals", "let people leave a list in which somebody is not found")
    .option("--approve <rule>", "let pass what this policy asks about; may be given again", collect)
    .optionsGroup(ownOptions);
}

/** Adds the options of commands that work on several organizations. */
export function withUnitOptions(command: Command): Command {
  return withParallel(withShard(command));
}

/** Adds the number of organizations at the same time. */
export function withParallel(command: Command): Command {
  return command.option(
    "--parallel <n>",
    "organizations at the same time, at most (default: 4)",
    wholeNumber(1, 64),
  );
}

/** Adds the option that has workers do the work. */
export function withEngine(command: Command): Command {
  const engine = new Option("--engine <engine>", "have docform worker do it, on any machine");
  return command.addOption(engine.choices(["postgres"]));
}

/** Adds the option that chooses organizations, for a command that has no other use of addresses. */
export function withOrganization(command: Command): Command {
  return command.option(
    "--target <organization>",
    "only this organization of several; may be given again",
    collect,
  );
}

/** Adds the option that chooses organizations by labels. */
export function withSelect(command: Command): Command {
  return command.option(
    "--select <labels>",
    "only organizations with this label: tier=gold, tier=gold,silver or tier!=gold; may be given again",
    requirement,
  );
}

/** Adds the options that choose organizations by labels, and for commands that several machines share. */
export function withShard(command: Command): Command {
  return withSelect(command).option(
    "--shard <shard>",
    "only the organizations of this part, such as 3/16: each is in one of the parts",
    shard,
  );
}

function requirement(text: string, before: Selector = []): Selector {
  const read = readRequirement(text);
  if (read === undefined)
    throw new InvalidArgumentError("It takes tier=gold, tier=gold,silver or tier!=gold.");
  return [...before, read];
}

function shard(text: string): Shard {
  const read = parseShard(text);
  if (typeof read === "string") throw new InvalidArgumentError(read);
  return read;
}

/** Adds `--run`, `--resend`, `--prune` and `--invite`, which ask for calls that the manifests alone do not need. */
export function withTaskOptions(command: Command): Command {
  return command
    .option("--run <address>", "also run this translation again; may be given again", collect)
    .option(
      "--resend <address>",
      "send again what cannot be read back, such as the text of a spec; may be given again",
      collect,
    )
    .option(
      "--prune <address>",
      "delete on the platform what docform managed and no manifest declares; may be given again",
      collect,
    )
    .option("--invite", "invite by mail also people of whom no record says whether they are invited");
}

/** Adds the options of commands that run a plan after asking. */
export function withRunOptions(command: Command): Command {
  return withLockTimeout(
    withFull(
      command
        .option("--yes", "do not ask")
        .option("--expect <digest>", "run only if the plan has this digest; may be given again", collect),
    ),
  )
    .option(
      "--rehearse",
      "rehearse first; the default for over 20 calls, if some place what is in an order or tree",
    )
    .option("--no-rehearse", "do not rehearse, or run although the rehearsal failed");
}

/** Adds the option of commands that show a plan. */
export function withFull(command: Command): Command {
  return command.option("--full", "show each change by itself, also where many are alike");
}

/** Adds the option of commands that take the lock. */
export function withLockTimeout(command: Command): Command {
  return command.option(
    "--lock-timeout <duration>",
    "wait that long for a lock that another run holds, such as 5m",
    duration,
  );
}

/** May the option be given again? */
export function isRepeatable({ parseArg }: Option): boolean {
  return parseArg === collect || parseArg === requirement;
}

/** Collects the values of an option that may be given again. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

const milliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
/** More than a day is a mistake, and more than 24 of them no timer takes. */
const longestDuration = 24 * milliseconds.h;

/** Parses a duration such as `90s` into milliseconds; throws a usage error. */
export function duration(text: string): number {
  const [, number = "", unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? [];
  const value = Number(number) * (milliseconds[unit as keyof typeof milliseconds] ?? 0);
  if (value >= 1 && value <= longestDuration) return Math.round(value);
  throw new InvalidArgumentError("It takes a time such as 500ms, 90s, 10m or 1h, a day at most.");
}

/** A parser of whole numbers from `least` to `most`; it throws a usage error. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`);
  };
}

/** Adds the options that name the service where another CI runs docform. */
export function withServiceOptions(command: Command): Command {
  const service = new Option(
    "--service <service>",
    "the service of the repository, in another CI than its own",
  );
  return command
    .addOption(service.choices(["github", "gitlab"]))
    .option("--repository <repository>", "with --service: owner/name, or the number of a project of GitLab");
}

/** Adds the options of a run that is about a commit. */
export function withCommit(command: Command): Command {
  return withServiceOptions(command).option(
    "--commit <commit>",
    "with --service: the commit that is checked out",
  );
}
