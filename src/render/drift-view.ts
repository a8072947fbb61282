import { isWithin, organizationOf } from "../model/address.ts";
import type { Attribution, DriftDocument, Drifted } from "../model/documents/drift-document.ts";
import { type CommandToCopy, plainCommand } from "./command-to-copy.ts";
import { namer } from "./plan/plan-view.ts";
import { terminalText } from "./safe-text.ts";
import { waitingCount } from "./waiting-view.ts";
import { counted, listed } from "./words.ts";

/** Where something changed, in words. */
export const where = {
  platform: "on the platform",
  manifests: "in the manifests",
  both: "on both sides",
} as const;

/** The sides by which differences are shown in groups, in their order, with the heading of each. */
export const driftGroups = {
  platform: "They: changed on the platform",
  manifests: "You: changed in the manifests",
  both: "Both: changed on both sides",
  unknown: "It is not known which side changed",
} as const satisfies Record<Attribution, string>;

/** Why something declared is missing, in words that go on after `not on the platform`. */
const whyMissing = {
  platform: ": it was deleted there",
  manifests: ": it was not applied yet",
  both: "",
  unknown: "",
} as const;

/** Something declared that is not on the platform. */
type Missing = DriftDocument["missing"][number];

/** The parts from which proposed commands are made. */
export interface RemedyView {
  readonly command: CommandToCopy;
  /** Is the value of a field put into its manifest from elsewhere, so that no live one can be written there? */
  readonly isPutIn: (address: string, field: string) => boolean;
  /** Name of an address in this output. */
  readonly nameOf: (address: string) => string;
  /** Name of the parent of something new; undefined where that is the one organization of this output. */
  readonly unmanagedIn: (parent: string) => string | undefined;
}

/** How drift is shown, in every form that people read. */
export interface DriftOptions extends Partial<Pick<RemedyView, "command" | "isPutIn">> {
  /** Aliases of the organizations; with one of them, addresses leave it out. */
  readonly organizations?: readonly string[];
}

/** The names and commands of a document's addresses. */
export function remedyView(document: DriftDocument, options: DriftOptions): RemedyView {
  const {
    organizations = organizationsOf(document),
    command = plainCommand,
    isPutIn = () => false,
  } = options;
  const nameOf = namer(organizations);
  const isNamed = (parent: string): boolean => parent.includes("/") || organizations.length > 1;
  return {
    command,
    isPutIn,
    nameOf,
    unmanagedIn: (parent) => (isNamed(parent) ? nameOf(parent) : undefined),
  };
}

/** A thing that a person can do about a difference. */
export interface Remedy {
  /** Its effect: `To bring back what the manifests say`. */
  readonly aim: string;
  readonly command?: string;
  /** The advice where no command does it. */
  readonly advice?: string;
}

/** A remedy on one line. */
export function remedyText({ aim, command, advice = "" }: Remedy): string {
  return `${aim}: ${command ?? advice}`;
}

/** One remedy keeps the live values, the other restores the declared ones. */
export function remediesOfDrift({ address, fields }: Drifted, view: RemedyView): readonly Remedy[] {
  const name = view.nameOf(address);
  const accept = view.command("drift", "--accept", name);
  const apply = view.command("apply", "--target", name);
  if (fields.length === 0)
    return [
      { aim: "To write it into the manifests", command: accept },
      { aim: "To delete it", command: apply },
    ];
  const elsewhere = fields.filter(({ path }) => view.isPutIn(address, path.split(".", 1).join("")));
  const paths = listed(elsewhere.map(({ path }) => terminalText(path)));
  const advice = "change it where the manifest takes it from";
  return [
    ...(elsewhere.length === fields.length
      ? []
      : [{ aim: "To write what is live into the manifest", command: accept }]),
    ...(elsewhere.length === 0 ? [] : [{ aim: `To keep ${paths}`, advice }]),
    { aim: "To bring back what the manifests say", command: apply },
  ];
}

/** One remedy removes it from the manifests, the other creates it, unless it cannot be created. */
export function remediesOfMissing(
  { address, reason }: Missing,
  { command, nameOf }: RemedyView,
): readonly Remedy[] {
  const name = nameOf(address);
  const prune = command("pull", "--declared", "--prune", name);
  const create = { aim: "To create it", command: command("apply", "--target", name) };
  return [
    { aim: "To remove it from the manifests", command: prune },
    ...(reason === undefined ? [create] : []),
  ];
}

/** The missing resources that are in no other missing one, each with those in it. */
export function outermostMissing({ missing }: DriftDocument) {
  const insideOf = ({ address }: Missing): readonly Missing[] =>
    missing.filter((other) => other.address !== address && isWithin(other.address, address));
  const inner = new Set(missing.flatMap(insideOf));
  return missing.filter((item) => !inner.has(item)).map((item) => ({ item, inside: insideOf(item) }));
}

/** Items in their order, those of high impact before others. */
export function accessFirst<T extends Pick<Drifted, "impact">>(items: readonly T[]): readonly T[] {
  return [
    ...items.filter(({ impact }) => impact === "high"),
    ...items.filter(({ impact }) => impact === "low"),
  ];
}

/** `not on the platform, with 3 things in it: it was deleted there`. */
export function missingText(side: Attribution, inside: number): string {
  const more = inside === 0 ? "" : `, with ${counted(inside, "thing")} in it`;
  return `not on the platform${more}${whyMissing[side]}`;
}

/** How much differs, and how much does not. */
export function driftHeadline({
  drifted,
  unmanaged,
  missing,
  inStep,
  noLongerDeclared = [],
  waiting,
}: DriftDocument): string {
  const extra = [
    ...(noLongerDeclared.length > 0 ? [`${noLongerDeclared.length} no longer declared`] : []),
    ...(unmanaged.length > 0 ? [`${unmanaged.length} unmanaged`] : []),
    ...[waitingCount(waiting) ?? []].flat(),
  ];
  if (drifted.length === 0 && missing.length === 0) {
    const text = `In step: ${counted(inStep, "resource is", "resources are")} as the manifests say.`;
    return extra.length > 0 ? `${text} ${extra.join(", ")}.` : text;
  }
  return [
    `${drifted.length} drifted`,
    ...(missing.length > 0 ? [`${missing.length} missing`] : []),
    ...extra,
    `${inStep} in sync`,
  ].join(", ");
}

/** Aliases of the organizations that a document names. */
export function organizationsOf({
  drifted,
  missing,
  unmanaged,
  noLongerDeclared = [],
  waiting = [],
}: DriftDocument): readonly string[] {
  const places = [
    ...[...drifted, ...missing, ...noLongerDeclared, ...waiting].map((item) => item.address),
    ...unmanaged.map((item) => item.parent),
  ];
  return [...new Set(places.map((place) => organizationOf(place)))];
}
