import { createBudget, ownLimit, type Reserve } from "../../client/budget.ts";
import { hash } from "../../io/hash.ts";
import type { Io } from "../../io/io.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import { terminalText } from "../../render/safe-text.ts";
import { databaseAddress, defaultSchema } from "../../state/backends/postgres/postgres-type.ts";
import type { SharedLimit } from "../../state/queue/shared-limit.ts";
import { messageOf } from "../../text/message-of.ts";
import { checkStatePin } from "../state-pin.ts";
import type { LineLimit } from "./lines.ts";

/** Milliseconds until a database that did not answer is asked again. */
const betweenTries = 60_000;

/**
 * The limit of `platform.limit` for a platform and a token: of all processes whose state is in the same database, else of
 * this one. While the database does not answer, the process keeps the limit by itself. Undefined without that setting.
 */
export function limitOf(
  io: Io,
  environment: string | undefined,
  { state, requestsPerSecond }: Pick<Project, "state" | "requestsPerSecond">,
  line: string,
): LineLimit | undefined {
  if (requestsPerSecond === undefined) return undefined;
  const own = ownLimit(io);
  if (state === undefined || state === "local" || state.postgres === undefined)
    return { budget: createBudget(io, requestsPerSecond, own), close: async () => {} };
  checkStatePin(io, environment, state);
  const [url, { schema = defaultSchema }] = [databaseAddress(io), state.postgres];
  let opening: Promise<SharedLimit> | undefined;
  let alone = Number.NEGATIVE_INFINITY;
  const reserve: Reserve = async (...asked) => {
    if (io.monotonic() < alone) return own(...asked);
    opening ??= import("../../state/queue/shared-limit.ts").then(({ sharedLimit }) =>
      sharedLimit(url, schema, hash(line)),
    );
    return (await opening).reserve(...asked).catch((problem: unknown) => {
      // A database that is silent takes half a minute to fail.
      if (alone === Number.NEGATIVE_INFINITY)
        io.stderr.write(
          `platform.limit holds for this process alone meanwhile: ${terminalText(messageOf(problem))}\n`,
        );
      alone = io.monotonic() + betweenTries;
      return own(...asked);
    });
  };
  const close = async (): Promise<void> => (await opening)?.close();
  return { budget: createBudget(io, requestsPerSecond, reserve), close };
}
