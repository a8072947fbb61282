import { type Place, terminalText } from "../safe-text.ts";

/** A commit of a repository on its service, for links to the lines of its files. */
export interface LinkedCommit {
  readonly service: "github" | "gitlab";
  /** The page of the repository, such as `https://github.com/acme/docs`. */
  readonly repository: string;
  readonly commit: string;
  /** The folder of the project in the repository; `.` for the root. */
  readonly project: string;
}

/** The address of a line of a file at a commit; undefined when it could end a link of Markdown. */
export function placeAddress(
  { service, repository, commit, project }: LinkedCommit,
  { file, line }: Place,
): string | undefined {
  const path = terminalText([...(project === "." ? [] : [project]), file].join("/"));
  const encoded = path
    .split("/")
    .map(encodeURIComponent)
    .join("/")
    .replace(/[()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  const address = `${repository}/${service === "gitlab" ? "-/" : ""}blob/${commit}/${encoded}#L${line}`;
  return /^https?:\/\/[^\s<>()[\]]+$/.test(address) ? address : undefined;
}
