import { error } from "../../model/diagnostic.ts";
import type { KnowsToken } from "./connect.ts";
import { Stop } from "./stop.ts";
import type { FileToWrite } from "./write-files.ts";

/**
 * Manifests go into Git, so what comes from the platform must not bring the access token into one; what a file says
 * already is its own. Throws `Stop` when one would hold more of it than before: to mask a part of a value would make
 * the next apply send the mask.
 */
export function refuseToken({ countToken }: KnowsToken, files: readonly FileToWrite[]): void {
  const telling = files.filter(({ text, before = "" }) => countToken(text) > countToken(before));
  if (telling.length === 0) return;
  throw new Stop(
    telling.map(({ path }) =>
      error("DF5102", `${path} would hold the access token, which is in a text of the platform`),
    ),
  );
}
