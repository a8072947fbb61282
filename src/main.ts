import { Command, CommanderError, Option } from "commander";
import { ApiError, toDiagnostic } from "./client/errors.ts";
import { type ExitCode, exitCode } from "./commands/exit-code.ts";
import { Interrupted } from "./commands/interrupts.ts";
import {
  type CommonOptions,
  wholeNumber,
  withAccessOptions,
  withCommonOptions,
  withConnectionOptions,
  withScopeOptions,
} from "./commands/options.ts";
import { type DiagnosticsForm, showDiagnostics } from "./commands/output.ts";
import { Stop } from "./commands/project.ts";
import { type Diagnostic, DiagnosticError, error } from "./core/diagnostic.ts";
import { guardIo } from "./guarded-io.ts";
import type { Io } from "./io.ts";
import { terminalText } from "./render/safe-text.ts";
import { version } from "./version.ts";

/** Runs one command line. Never throws: whatever happens is said on `io`, and the exit code tells. */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  const guarded = guardIo(io);
  guarded.io.hide?.([(io.env.DOCFORM_TOKEN ?? "").trim()], "everywhere");
  const run: Run = { io: guarded.io, unguarded: io, code: exitCode.done, form: "text" };
  try {
    await commandLine(run).parseAsync(argv.length === 0 ? ["--help"] : [...argv], { from: "user" });
    return run.code;
  } catch (problem) {
    return report(run, problem, argv);
  } finally {
    guarded.flush();
  }
}

/** What a command line leaves behind. */
interface Run {
  /** What it writes holds no secret. */
  readonly io: Io;
  /** For the embedded platform alone, which hands out tokens of its own. */
  readonly unguarded: Io;
  code: ExitCode;
  /** How errors are shown. */
  form: DiagnosticsForm;
}

type Action<Options> = (options: Options, argument?: string) => Promise<ExitCode>;

function commandLine(run: Run): Command {
  const program = new Command("docform")
    .description("Keeps a documentation platform as Git says it should be")
    .version(version, "-V, --version")
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => run.io.stdout.write(text),
      writeErr: () => {},
    })
    .addHelpText("after", examples);
  addProjectCommands(program, run);
  addPullCommand(program, run);
  addRunCommands(program, run);
  addApiCommand(program, run);
  addOtherCommands(program, run);
  return program;
}

const examples = `
Examples:
  docform validate                    check the manifests; no network, no token
  docform plan                        show what would change
  docform apply                       change it, after asking
  docform undo                        take back what the last run did, after asking
  docform pull                        write what is on the platform into manifests
  docform drift                       show what on the platform is not as declared
  docform api --list                  list the operations of the API, to call any of them
  docform serve --seed live.yaml      try docform on an embedded platform

Environment:
  DOCFORM_TOKEN                       access token of the platform, unless --token-file names a file
  DOCFORM_BASE_URL                    its address without /v1, unless docform.yaml has it

Exit codes: 0 done or nothing to do, 1 error, 2 there are changes, 3 held back or blocked,
4 the plan is stale, 5 apply ended with failed or unknown steps, 130 interrupted`;

const collect = (value: string, all: readonly string[] = []): readonly string[] => [...all, value];
const layoutOption = () =>
  new Option("--layout <layout>", "a new manifest for each kind, or one for all")
    .choices(["files", "single"])
    .default("files");
const runOption = ["--run <address>", "also run this translation again; repeatable", collect] as const;
const resendOption = [
  "--resend <address>",
  "send again what cannot be read back, such as the text of a spec; repeatable",
  collect,
] as const;

function addProjectCommands(program: Command, run: Run): void {
  withCommonOptions(program.command("validate"), ["text", "json"])
    .description("check the manifests: no network, no token")
    .action(
      act<CommonOptions>(run, async (options) =>
        (await import("./commands/validate.ts")).validate(run.io, options),
      ),
    );
  withConnectionOptions(
    withScopeOptions(withCommonOptions(program.command("plan"), ["text", "json", "markdown"])),
  )
    .description("show what would change, and the calls that would do it")
    .option("--out <file>", "also save the plan, for apply")
    .option("--detailed-exitcode", "exit 2 when there is something to do")
    .option("--unmanaged", "list what is not in the manifests")
    .option("--rehearse", "also run the calls on an embedded platform with the live state, and plan again")
    .option(...runOption)
    .option(...resendOption)
    .action(
      act(run, async (options) => (await import("./commands/plan.ts")).runPlan(run.io, options as never)),
    );
  withConnectionOptions(withScopeOptions(withCommonOptions(program.command("apply"), ["text", "json"])))
    .description("make the platform as the manifests say")
    .argument("[file]", "plan saved by plan --out")
    .option("--yes", "do not ask")
    .option("--expect <digest>", "run only if the plan has this digest")
    .option("--rehearse", "rehearse first; the default for more than 20 calls")
    .option("--no-rehearse", "do not rehearse, or run although the rehearsal failed")
    .option(...runOption)
    .option(...resendOption)
    .action((file: string | undefined, options) =>
      act(run, async (all) => {
        if (run.form === "json") run.form = "lines";
        return (await import("./commands/apply.ts")).runApply(run.io, file, all as never);
      })(options),
    );
  withConnectionOptions(withCommonOptions(program.command("drift"), ["text", "json"]))
    .description("show what on the platform is not as the manifests say")
    .action(
      act(run, async (options) => (await import("./commands/drift.ts")).runDrift(run.io, options as never)),
    );
}

function addPullCommand(program: Command, run: Run): void {
  withConnectionOptions(withCommonOptions(program.command("pull"), ["text"]))
    .description("write what is on the platform into manifests, so that a plan is empty")
    .argument("[addresses...]", "what to take over; everything when left out")
    .addOption(layoutOption())
    .option("--full", "also write what a new one would have by itself")
    .option("--declared", "only what manifests declare already")
    .option("--prune", "take out what is declared and not on the platform")
    .option("--dry-run", "show what would be written, and write nothing")
    .action((addresses: readonly string[], options) =>
      act(run, async (all) => (await import("./commands/pull.ts")).runPull(run.io, addresses, all as never))(
        options,
      ),
    );
}

function addRunCommands(program: Command, run: Run): void {
  withConnectionOptions(withScopeOptions(withCommonOptions(program.command("undo"), ["text", "json"])))
    .description("take back what a run did: shown and asked for like any other plan")
    .argument("[run]", "id of the run, as docform runs shows it; the last one")
    .option("--yes", "do not ask")
    .option("--expect <digest>", "run only if the plan has this digest")
    .option("--rehearse", "rehearse first; the default for more than 20 calls")
    .option("--no-rehearse", "do not rehearse, or run although the rehearsal failed")
    .action((id: string | undefined, options) =>
      act(run, async (all) => {
        if (run.form === "json") run.form = "lines";
        return (await import("./commands/undo.ts")).runUndo(run.io, id, all as never);
      })(options),
    );
  const runs = withCommonOptions(program.command("runs"), ["text", "json"])
    .description("list the runs of apply and undo, the newest first")
    .action(
      act<CommonOptions>(run, async (options) =>
        (await import("./commands/runs.ts")).listRuns(run.io, options),
      ),
    );
  withCommonOptions(runs.command("show"), ["text", "json"])
    .description("show the calls of a run, and how each ended")
    .argument("<run>", "id of the run, or its beginning")
    .action((id: string, _, command: Command) =>
      act<CommonOptions>(run, async (options) =>
        (await import("./commands/runs.ts")).showRun(run.io, id, options),
      )(command.optsWithGlobals()),
    );
  withCommonOptions(program.command("force-unlock"), ["text"])
    .description("remove the lock of a project folder that a run left which is gone")
    .argument("<id>", "id of the lock, as the run shows it that was refused")
    .action(async (id: string, options: CommonOptions) => {
      run.code = await (await import("./commands/force-unlock.ts")).forceUnlock(run.io, id, options);
    });
}

function addApiCommand(program: Command, run: Run): void {
  const command = withAccessOptions(withCommonOptions(program.command("api"), ["json", "yaml"]))
    .description("call any operation of the API, by its name or by METHOD /path")
    .usage("[options] <operation | METHOD /path> [key=value | key:=json ...]")
    .argument("[words...]")
    .option("--body <file>", "JSON file of the body; - reads stdin")
    .option("--paginate", "read all pages of a list: complete, or an error")
    .option("--yes", "do not ask before a call that changes something")
    .option("--list", "list the operations; words filter them")
    .helpOption(false)
    .option("-h, --help", "this help; with an operation, what it takes and answers");
  command.action(async (words: readonly string[], options: object) => {
    const { api, apiExamples } = await import("./commands/api.ts");
    const isFormatGiven = command.getOptionValueSource("format") === "cli";
    const usage = `${command.helpInformation()}${apiExamples}`;
    // Errors stay on stderr whatever the format: stdout holds the answer of the platform, or nothing.
    run.code = await api(run.io, words, options as never, { usage, isFormatGiven });
  });
}

function addOtherCommands(program: Command, run: Run): void {
  program
    .command("serve")
    .description("run the embedded platform, to try docform on")
    .option("--seed <path>", "state to start with, a file or a folder of files, as docs/seed.md describes")
    .option("--data <file>", "keep the state in this file; when it is there already, start with it")
    .option("--faults <file>", "what is to go wrong, as docs/faults.md describes")
    .option("--port <n>", "port on 127.0.0.1; 0 picks a free one", wholeNumber(0, 65535), 4400)
    .option("--latency <ms>", "hold back every answer", wholeNumber(0, 60000), 0)
    .option("--rate <n>", "answer 429 beyond that many requests a second", wholeNumber(1, 1000000))
    .action(
      act(run, async (options) =>
        (await import("./commands/serve.ts")).serve(run.unguarded, options as never),
      ),
    );
  program
    .command("explain")
    .description("say what a diagnostic code means")
    .argument("<code>", "such as DF1004")
    .action(async (code: string) => {
      run.code = await (await import("./commands/explain.ts")).explain(run.io, code);
    });
}

function act<Options extends object>(run: Run, action: Action<Options>): (options: Options) => Promise<void> {
  return async (options) => {
    if ("format" in options && options.format === "json") run.form = "json";
    run.code = await action(options);
  };
}

function report(run: Run, problem: unknown, argv: readonly string[]): ExitCode {
  if (problem instanceof CommanderError) return reportUsage(run, problem, argv);
  if (problem instanceof Interrupted) {
    run.io.stderr.write("Interrupted: nothing was sent.\n");
    return exitCode.interrupted;
  }
  if (problem instanceof Stop) {
    showDiagnostics(run.io, run.form, problem.diagnostics, problem.project);
    return problem.code;
  }
  showDiagnostics(run.io, run.form, diagnosticsOf(problem));
  if (!isExpected(problem)) run.io.stderr.write(`${traceOf(problem)}\n`);
  return exitCode.error;
}

/** Where a fault of docform came from. Its message may quote what came from outside. */
function traceOf(problem: unknown): string {
  const trace = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  return trace.split("\n").map(terminalText).join("\n");
}

function isExpected(problem: unknown): boolean {
  return problem instanceof DiagnosticError || problem instanceof ApiError;
}

function diagnosticsOf(problem: unknown): readonly Diagnostic[] {
  if (problem instanceof DiagnosticError) return problem.diagnostics;
  if (problem instanceof ApiError) return [toDiagnostic(problem)];
  const message = problem instanceof Error ? problem.message : String(problem);
  return [error("DF5009", `docform has a fault: ${message}`)];
}

/** Help and version end a command line too; everything else of commander is wrong usage. */
function reportUsage(
  run: Run,
  { exitCode: code, message }: CommanderError,
  argv: readonly string[],
): ExitCode {
  if (code === 0) return exitCode.done;
  const [what = "", meant = ""] = message.replace(/^error: /, "").split("\n");
  const name = commandLine(run)
    .commands.find((command) => command.name() === argv[0])
    ?.name();
  const help = `see docform ${name === undefined ? "" : `${name} `}--help`;
  const hint = meant === "" ? help : `${meant.replace(/^\((.*)\)$/, "$1")} Else ${help}`;
  showDiagnostics(run.io, formIn(argv, name), [error("DF5001", what, { hint })]);
  return exitCode.error;
}

/** The form that a command line asks for which could not be read. */
function formIn(argv: readonly string[], name: string | undefined): DiagnosticsForm {
  const isJson = /(^| )--format[ =]json( |$)/.test(argv.join(" "));
  if (!isJson || name === "api") return "text";
  return name === "apply" || name === "undo" ? "lines" : "json";
}
