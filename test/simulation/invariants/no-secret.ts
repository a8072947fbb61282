import { folder } from "../machine/process.ts";
import { canaries } from "../project.ts";
import type { Invariant } from "./invariant.ts";

/** A secret is in no output, in no file that docform wrote, and in no address. */
export const noSecret: Invariant = {
  name: "no secret anywhere",
  ofAct: ({ run, exchanges }) => [
    ...found(`stdout of run ${run.number}`, run.stdout),
    ...found(`stderr of run ${run.number}`, run.stderr),
    ...found(
      `an address of run ${run.number}`,
      exchanges.map(({ path, search }) => path + search).join("\n"),
    ),
  ],
  ofStory: ({ disk, stateServer }) => [
    ...stateServer.writes.flatMap(({ after }) => found("the state", after)),
    ...[...disk.files.keys()].flatMap((path) =>
      path === `${folder}/canary.pem` ? [] : found(path, disk.text(path) ?? ""),
    ),
  ],
};

function found(where: string, text: string): readonly string[] {
  return Object.entries(canaries).flatMap(([name, secret]) =>
    text.includes(secret) ? [`the ${name} is in ${where}`] : [],
  );
}
