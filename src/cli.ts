import { main } from "./cli/main.ts";
import { systemClock } from "./client/clock.ts";
import type { Io } from "./io/io.ts";
import { noticeLostOutput, withLostOutput } from "./io/lost-output.ts";
import { nodeDisk } from "./io/node-disk.ts";
import { ownIdentity, type ProcessFiles, startOfProcess } from "./io/process-identity.ts";
import { type ExitCode, exitCode } from "./model/stop.ts";

const io: Io = {
  cwd: process.cwd(),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: () => process.stdin,
  now: systemClock.now,
  monotonic: systemClock.monotonic,
  sleep: systemClock.sleep,
  random: Math.random,
  // Loaded when it is asked for: most command lines need none, and it takes longer to load than they to run.
  randomBytes: (size) => process.getBuiltinModule("node:crypto").randomBytes(size),
  disk: nodeDisk,
  machine: {
    get host() {
      return process.getBuiltinModule("node:os").hostname();
    },
    node: process.versions.node,
    pid: process.pid,
    isRunning,
    get process() {
      return ownIdentity(processFiles);
    },
    startOf: (pid) => startOfProcess(processFiles, process.pid, pid),
  },
  onInterrupt: (callback) => {
    process.on("SIGINT", callback);
    process.on("SIGTERM", callback);
    return () => {
      process.off("SIGINT", callback);
      process.off("SIGTERM", callback);
    };
  },
};

/** Read at once: these files are of the kernel, and short. */
const processFiles: ProcessFiles = {
  read: (path) => orUndefined(() => process.getBuiltinModule("node:fs").readFileSync(path, "utf8")),
  link: (path) => orUndefined(() => process.getBuiltinModule("node:fs").readlinkSync(path)),
};

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Signal 0 only asks; no permission to send one means that somebody is there. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code === "EPERM";
  }
}

const { OTEL_EXPORTER_OTLP_ENDPOINT = "", OTEL_SDK_DISABLED } = io.env;
const isTraced =
  OTEL_EXPORTER_OTLP_ENDPOINT.trim() !== "" && OTEL_SDK_DISABLED?.trim().toLowerCase() !== "true";
const lostOf = noticeLostOutput(process.stdout);
noticeLostOutput(process.stderr);

/** Runs a command line, with traces where the environment says where to send them. */
async function traced(argv: readonly string[]): Promise<ExitCode> {
  if (!isTraced) return main(argv, io);
  const { startTracing } = await import("./io/tracing/start-tracing.ts");
  const { span, end } = startTracing(io);
  return main(argv, { ...io, span }).finally(end);
}

void traced(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
  // After a second interrupt, nothing waits for timers, or for an answer that is being typed; nor for spans to arrive.
  if (code === exitCode.interrupted || isTraced) process.stdout.write("", () => process.exit());
});

// Each organization that is applied beside others listens for interrupts.
process.setMaxListeners(0);

// Last of all, since a stream tells of its errors later than it is written to.
process.on("exit", () => {
  const lost = lostOf();
  if (lost === undefined) return;
  process.stderr.write(`docform: not everything could be written to standard output: ${lost}\n`);
  process.exitCode = withLostOutput(process.exitCode as ExitCode);
});
