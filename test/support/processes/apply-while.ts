import { startProxy } from "../network/proxy.ts";
import { type Edit, editOn, type Project } from "./cli-fixture.ts";
import type { Run } from "./run-docform.ts";

/** Applies; with the first call that changes something, somebody else makes changes, and three seconds pass: what was read a moment ago is read again. */
export async function applyWhile(
  { docform, platform }: Pick<Project, "docform" | "platform">,
  edits: readonly Edit[],
): Promise<Run> {
  let time = Date.now();
  let isFirst = true;
  const proxy = await startProxy(platform.url, {
    before: async ({ method }) => {
      if (method === "GET" || !isFirst) return undefined;
      isFirst = false;
      for (const edit of edits) await editOn(platform, edit);
      time += 3000;
      return undefined;
    },
  });
  const env = { ...platform.env, DOCFORM_BASE_URL: proxy.url };
  return docform("apply --yes --concurrency 1", { env, now: () => time });
}
