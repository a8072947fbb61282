import type {
  StateListDocument,
  StateOrganization,
  StateShowDocument,
} from "../../model/documents/state-document.ts";
import type { Loss } from "../../state/record-push.ts";
import { terminalText } from "../safe-text.ts";
import { counted } from "../words.ts";
import { page, table } from "./columns.ts";

/** The addresses in the record for people, with a newline at the end. */
export function renderStateListText({ place, organizations }: StateListDocument): string {
  if (organizations.length === 0)
    return `${terminalText(`The record in ${place} has nothing of this project's organizations.`)}\n`;
  return page(organizations.map(organizationLines));
}

function organizationLines(organization: StateOrganization): readonly string[] {
  const { baseUrl, lastApply, resources } = organization;
  const rows = resources.map((one) => [
    one.address,
    one.kind,
    one.id,
    ...(one.protected ? ["protected"] : []),
  ]);
  const head = `${organizationName(organization)} on ${baseUrl}, last apply ${stampText(lastApply)}`;
  const none = rows.length === 0 ? ["  no addresses"] : [];
  return [
    terminalText(head),
    ...table(rows.map((row) => row.map(terminalText))).map((line) => `  ${line}`),
    ...none,
  ];
}

/** The facts that the record has of an address, for people, with a newline at the end. */
export function renderStateShowText(shown: StateShowDocument): string {
  const { address, kind, id, baseUrl, lastApply, fields, unverifiable, protected: protection } = shown;
  const run = protection?.run === undefined ? "" : `, run ${protection.run}`;
  const facts = [
    ["address", address],
    ["kind", kind],
    ["id", id],
    ["organization", organizationName(shown)],
    ["platform", baseUrl],
    ["last apply", stampText(lastApply)],
    ["hashes of", fields.length === 0 ? "no fields" : fields.join(", ")],
    ...(unverifiable.length === 0 ? [] : [["cannot be read back", unverifiable.join(", ")]]),
    ["protected", protection === undefined ? "no" : `since ${stampText(protection)}${run}`],
  ];
  return page([table(facts.map((row) => row.map(terminalText)))]);
}

/** The loss by replacing a record: a line for each organization. */
export function lossText({ baseUrl, organization, addresses, lastApply }: Loss): string {
  const parts = [
    ...(addresses === 0 ? [] : [counted(addresses, "address", "addresses")]),
    ...(lastApply === undefined ? [] : [`the last apply, ${stampText(lastApply)}`]),
  ];
  return terminalText(`Lost of ${organization} on ${baseUrl}: ${parts.join(", and ")}.`);
}

function organizationName({
  alias,
  organization,
}: Pick<StateOrganization, "alias" | "organization">): string {
  return alias === undefined ? organization : `${alias} (${organization})`;
}

/** `2026-11-25T08:00:00Z by li, commit 4f2c1a9`. */
function stampText({
  at,
  by,
  commit,
}: {
  readonly at: string;
  readonly by?: string | undefined;
  readonly commit?: string | undefined;
}): string {
  const who = by === undefined ? "" : ` by ${by}`;
  return `${at.replace(/\.\d+Z$/, "Z")}${who}${commit === undefined ? "" : `, commit ${commit.slice(0, 7)}`}`;
}
