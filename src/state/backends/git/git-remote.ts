import { isLoopback } from "../../../client/url.ts";

/** The name of a remote of the repository, as docform.yaml may write it. */
const name = String.raw`[A-Za-z0-9_][\w.-]*`;

/** An address that git reaches by https or by ssh. A host or a user that begins with `-` would be an option. */
const addresses = [
  String.raw`(?:https|ssh)://[A-Za-z0-9[_](?!\S*@-)\S*`,
  String.raw`[A-Za-z0-9_][\w.-]*@[A-Za-z0-9][\w.-]*:(?![-:])\S+`,
];

/**
 * The form of `state.git.remote`. It is no path: a path would lead git to a repository that a pull request brings,
 * whose hooks run.
 * A text with `${` is judged again when its value is put in.
 */
export const gitRemotePattern = new RegExp(`^(?:${[name, ...addresses].join("|")})$|\\$\\{`);

/** Is it the name of a remote, whose address the clone knows? */
export function isRemoteName(remote: string): boolean {
  return new RegExp(`^${name}$`).test(remote);
}

/** The protocols that are never used: their addresses name a program, or a descriptor of this process. */
const usable = ["https", "ssh", "http", "file"];

/**
 * The protocols that git may use, in the form of its variable `GIT_ALLOW_PROTOCOL`: https and ssh, and http on this
 * machine. That variable of docform's environment may name others of the four, and nothing in the tree can.
 */
export function allowedProtocols(env: Readonly<Record<string, string | undefined>>, url: string): string {
  const asked = env.GIT_ALLOW_PROTOCOL?.split(":") ?? ["https", "ssh"];
  const isHere = /^http:/i.test(url) && URL.canParse(url) && isLoopback(new URL(url).hostname);
  return [...asked.filter((one) => usable.includes(one)), ...(isHere ? ["http"] : [])].join(":");
}
