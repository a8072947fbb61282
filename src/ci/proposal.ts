import type { DriftDocument } from "../model/documents/drift-document.ts";
import { markdownCode, markdownText } from "../render/markdown/markdown-text.ts";
import { bytesOf } from "../text/bytes.ts";
import { canonicalJson } from "../text/json.ts";
import { linkText, markOfScope, type ProjectScope, titleOf } from "./marked-text.ts";

/** What a proposal is to adopt, as the addresses of a pull. */
export interface AdoptedDrift {
  readonly addresses: readonly string[];
  /** Whether something declared was deleted by hand, so that its declaration is to go. */
  readonly isPruned: boolean;
}

/** What was done by hand: everything but the differences that the manifests made. */
export function adoptedIn({ drifted, missing }: DriftDocument): AdoptedDrift {
  const byHand = drifted.filter(({ attribution }) => attribution !== "manifests");
  const deleted = missing.filter(({ attribution }) => attribution === "platform");
  return { addresses: [...byHand, ...deleted].map(({ address }) => address), isPruned: deleted.length > 0 };
}

/** The branch of the proposal of a scope: one at a time is open. */
export function proposalBranch({ project, environment }: ProjectScope): string {
  const words = [...(project === "." ? [] : [project]), ...(environment ? [environment] : [])];
  return ["docform/drift", ...words.map((word) => word.replace(/[^\w]+/g, "-"))].join("-");
}

/** The subject of the commit, and the title of the pull request. */
export function proposalTitle(scope: ProjectScope): string {
  return titleOf("Adopt what changed on the platform", scope);
}

/** Names that the text lists, and the bytes that they may have. */
const mostItems = { count: 100, bytes: 20_000 };

/** The mark of a proposal: another one when it writes other files. `hash` makes a digest of a text. */
export function proposalMark(
  scope: ProjectScope,
  files: Readonly<Record<string, string>>,
  hash: (text: string) => string,
): string {
  return markOfScope(`proposal ${hash(canonicalJson(files)).slice(0, 32)}`, scope);
}

/** The last text of a proposal that nothing is left of. It has no mark: the same may be proposed again. */
export const withdrawnText = "Nothing on the platform is left to adopt, so docform closed this.\n";

interface ProposalSetting {
  readonly mark: string;
  readonly addresses: readonly string[];
  readonly leftOut: readonly { readonly address: string; readonly why: string }[];
  readonly link: string | undefined;
}

/** The text of the pull request: what it adopts, and what it could not write. */
export function proposalText({ mark, addresses, leftOut, link }: ProposalSetting): string {
  const log = linkText("The run that found it", link);
  const left = leftOut.map(({ address, why }) => `- ${markdownCode(address)}: ${markdownText(why)}`);
  return `${mark}\n${[
    "Somebody changed this on the platform by hand. Merge to keep it; close, and apply, to bring back what the manifests say.",
    listOf(addresses.map((address) => `- ${markdownCode(address)}`)),
    ...(left.length === 0 ? [] : ["**Not written into the manifests**", listOf(left)]),
    ...(log === undefined ? [] : [log]),
  ].join("\n\n")}\n`;
}

function listOf(lines: readonly string[]): string {
  let left = mostItems.bytes;
  const shown = lines.slice(0, mostItems.count).filter((line) => {
    left -= bytesOf(line) + 1;
    return left > 0;
  });
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`- … and ${more} more`] : [])].join("\n");
}
