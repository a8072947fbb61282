import {
  type OrganizationStatus,
  organizationStates,
  type StatusDocument,
} from "../../model/documents/status-document.ts";
import { terminalText } from "../safe-text.ts";
import { table } from "../text/columns.ts";
import type { Look, Style } from "../text/style.ts";
import { ageText, counted } from "../words.ts";

/** Rows that are shown where not all are asked for. */
const mostRows = 20;

const looks = {
  "not read": "red",
  failed: "red",
  interrupted: "red",
  locked: "cyan",
  "not converged": "yellow",
  drifted: "yellow",
  "never applied": "dim",
  applied: "green",
} as const satisfies Readonly<Record<OrganizationStatus["state"], Look>>;

/** `12 organizations: 1 failed, 11 applied` */
export function statusCounts({ organizations, counts }: StatusDocument): string {
  const texts = organizationStates.flatMap((state) =>
    counts[state] === undefined ? [] : `${counts[state]} ${state}`,
  );
  return [
    counted(organizations.length, "organization"),
    ...(texts.length === 0 ? [] : [texts.join(", ")]),
  ].join(": ");
}

/** The words about the last apply: `3 h ago by ana`. */
export function lastApplyText({ lastApply }: OrganizationStatus): string {
  if (lastApply === undefined) return "";
  const { age, by } = lastApply;
  return `${ageText(age)}${by === undefined ? "" : ` by ${by}`}`;
}

/** The words about the last look for drift: `2 h ago: 3 differ`. */
export function driftCheckText({ drift }: OrganizationStatus): string {
  if (drift === undefined) return "";
  return `${ageText(drift.age)}: ${drift.differing === 0 ? "in sync" : `${drift.differing} differ`}`;
}

/** The status of organizations for people, with a newline at its end; of many, those to look at first. */
export function renderStatusText(
  document: StatusDocument,
  { style, isAll }: { readonly style: Style; readonly isAll: boolean },
): string {
  const { organizations } = document;
  const shown = isAll ? organizations : organizations.slice(0, mostRows);
  const cells = shown.map((one) => [
    terminalText(one.organization),
    style[looks[one.state]](one.state),
    terminalText(lastApplyText(one)),
    driftCheckText(one),
  ]);
  const columns = [
    "organization",
    "state",
    "last apply",
    ...(shown.some(({ drift }) => drift) ? ["drift"] : []),
  ];
  const [head = "", ...rows] = table([columns, ...cells]);
  const lines = shown.flatMap(({ message, next }, at) => [
    rows[at] ?? "",
    ...[message, next].flatMap((text) => (text === undefined ? [] : [`    ${terminalText(text)}`])),
  ]);
  const left = organizations.length - shown.length;
  const more = left === 0 ? [] : ["", `${left} more: --all shows them.`];
  return `${[style.bold(statusCounts(document)), "", style.dim(head), ...lines, ...more].join("\n")}\n`;
}
