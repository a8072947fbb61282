import * as z from "zod";
import { stop } from "../../../model/stop.ts";
import { type BackendType, nameOfPlace } from "../backend-type.ts";
import { gitRemotePattern } from "./git-remote.ts";

/** A name that git takes for a branch; names with other signs are possible, and nobody needs them. */
const gitRefPattern = /^(?!.*(?:\.\.|\/\/|\.lock$|[/.]$))[A-Za-z0-9_][\w./-]*$/;

const [defaultRemote, defaultRef] = ["origin", "docform-state"];

const schema = z
  .strictObject({
    ref: z
      .string()
      .regex(gitRefPattern, "must be the name of a branch, such as docform-state")
      .optional()
      .describe("Branch of the state")
      .meta({ default: defaultRef }),
    remote: z
      .string()
      .regex(gitRemotePattern, "must be the name of a remote, such as origin, or an address of https or ssh")
      .optional()
      .describe("Name of a remote of the repository, or an address of https or ssh")
      .meta({ default: defaultRemote }),
  })
  .describe("A ref of a Git repository");

/** The state in a ref of a Git repository. */
export const gitType: BackendType<typeof schema> = {
  schema,
  defaultWords: [defaultRemote, defaultRef],
  pinWords: ({ remote, ref }) => [remote, ref],
  secretsIn: () => [],
  open: async (opening, { ref = defaultRef, remote = defaultRemote }) => {
    const { io, folder, ownFolder } = opening;
    refusePassword(remote);
    const { gitBackend } = await import("./git.ts");
    const { runCommand } = await import("../../../io/run-command.ts");
    const own = nameOfPlace(opening, ref, ".");
    return gitBackend({ io, runCommand, env: io.env, folder, ownFolder, remote, ref: own });
  },
};

/** A remote is named in messages, and docform.yaml is no place for a secret. The user of ssh is none. */
function refusePassword(remote: string): void {
  const url = URL.canParse(remote) ? new URL(remote) : undefined;
  if (url === undefined || (url.password === "" && (url.username === "" || url.protocol === "ssh:"))) return;
  const hint = "write the name of a remote of the repository, such as origin; the clone knows how to sign in";
  throw stop("DF5040", `state.git.remote holds a user name or a password for ${url.host}`, { hint });
}
