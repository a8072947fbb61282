import type { DriftDocument } from "../../model/documents/drift-document.ts";
import { markdownCode, markdownText } from "../../render/markdown/markdown-text.ts";
import { bytesOf } from "../../text/bytes.ts";
import { canonicalJson } from "../../text/json.ts";
import { linkText, markOfScope, namesOfScope, type ProjectScope, titleOf } from "./marked-text.ts";

/** The addresses that a proposal is to adopt. */
export interface AdoptedDrift {
  readonly addresses: readonly string[];
  /** Addresses that differ, and where the manifests may be right. */
  readonly others: readonly LeftOut[];
  /** Whether something declared was deleted by hand, so that its declaration is to go. */
  readonly isPruned: boolean;
}

interface LeftOut {
  readonly address: string;
  readonly why: string;
}

/**
 * The addresses that were changed by hand. Where the manifests changed too, or the record does not tell, live may lack what was merged
 * and not applied yet.
 */
export function adoptedIn({ drifted, missing }: DriftDocument): AdoptedDrift {
  const all = [...drifted, ...missing];
  const byHand = all.filter(({ attribution }) => attribution === "platform");
  const others = all.flatMap(({ address, attribution }) =>
    attribution === "both" || attribution === "unknown" ? [{ address, why: whyLeftOut[attribution] }] : [],
  );
  const isPruned = missing.some(({ attribution }) => attribution === "platform");
  return { addresses: byHand.map(({ address }) => address), others, isPruned };
}

const whyLeftOut = {
  both: "the platform and the manifests changed it",
  unknown: "the record of the last apply does not tell which side changed it",
} as const;

/** The branch of the proposal of a scope: one at a time is open. */
export function proposalBranch(scope: ProjectScope, hash: (text: string) => string): string {
  const names = namesOfScope(scope);
  if (names.length === 0) return "docform/drift";
  // Other names may give the same words.
  const sum = hash(canonicalJson(names)).slice(0, 6);
  return ["docform/drift", ...names.map((name) => name.replace(/[^\w]+/g, "-")), sum].join("-");
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

/** The last text of a proposal, which says why nothing is proposed now. It has no mark: the same may come back. */
export function withdrawnText(why: string): string {
  return `docform closed this: ${markdownText(why)}.\n`;
}

interface ProposalSetting {
  readonly mark: string;
  readonly addresses: readonly string[];
  readonly leftOut: readonly LeftOut[];
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
