import type { ReadClient } from "../../client/client.ts";
import { ApiError } from "../../client/errors.ts";

/**
 * The failure to tell of a read: a platform may answer a wrong token with 500 (G5), so after such a fault it is asked
 * whose the token is. When that fails, too, the token is to blame.
 */
export async function faultOrToken(client: ReadClient, problem: unknown): Promise<unknown> {
  const { getUser } = client.operations;
  if (getUser === undefined || !isFault(problem)) return problem;
  const second = await client.send(getUser, { params: {} }).then(
    () => undefined,
    (failed: unknown) => failed,
  );
  if (second instanceof ApiError && second.kind === "unauthorized") return second;
  if (!isFault(second)) return problem;
  const reason =
    "it answers each call so, also the one that asks whose the token is: most often, the token is wrong";
  return new ApiError(getUser, { kind: "unauthorized", status: 500, reason, path: getUser.path });
}

function isFault(problem: unknown): problem is ApiError {
  return problem instanceof ApiError && problem.kind === "fault" && problem.status === 500;
}
