import type { NoLongerDeclared } from "../model/documents/plan-document.ts";
import type { CommandToCopy } from "./command-to-copy.ts";
import { type Sentence, terminalText } from "./safe-text.ts";
import { table } from "./text/columns.ts";
import type { Style } from "./text/style.ts";
import { counted } from "./words.ts";

/** How what is no longer declared is shown. */
interface UndeclaredView {
  readonly nameOf: (address: string) => string;
  readonly command: CommandToCopy;
}

/** The heading of the objects that the record knows and no manifest declares any more. */
export const undeclaredTitle = "No longer declared, and stays";

/** Rows of a list before it counts. */
const mostRows = 20;

/** `1 resource is no longer declared, and stays`: that an empty plan is not all there is; undefined when it is. */
export function undeclaredCount(named: readonly NoLongerDeclared[] = []): string | undefined {
  if (named.length === 0) return undefined;
  return named.length === 1
    ? "1 resource is no longer declared, and stays"
    : `${named.length} resources are no longer declared, and stay`;
}

/** Its creator, and the number of resources in it: `created by run 2f3a for #12, with 3 recorded resources in it`. */
export function undeclaredOrigin({ createdBy, inside }: NoLongerDeclared): string {
  const pull = createdBy?.pull === undefined ? "" : ` for ${createdBy.pull}`;
  const origin =
    createdBy === undefined ? "managed by an earlier apply" : `created by run ${createdBy.run}${pull}`;
  return inside === 0 ? origin : `${origin}, with ${counted(inside, "recorded resource")} in it`;
}

/** The remedies, as options and commands. */
function remedies({ address }: NoLongerDeclared, { nameOf, command }: UndeclaredView) {
  const name = nameOf(address);
  return { prune: command("apply", "--prune", name), forget: command("state", "rm", name) };
}

/** One of them with its remedies, for a list. */
export function undeclaredSentence(one: NoLongerDeclared, view: UndeclaredView): Sentence {
  const { prune, forget } = remedies(one, view);
  return [
    { address: one.address },
    ": ",
    { text: undeclaredOrigin(one) },
    ". To delete it: ",
    { code: "absent: true" },
    " or ",
    { code: prune },
    ". To forget it: ",
    { code: forget },
  ];
}

/** All of them for a terminal, and the remedies once. */
export function undeclaredLines(
  named: readonly NoLongerDeclared[] = [],
  view: UndeclaredView & { readonly style: Style },
): readonly string[] {
  const [first] = named;
  if (first === undefined) return [];
  const head = `! ${undeclaredTitle.toLowerCase()}:`;
  const rows = table(
    named.slice(0, mostRows).map((one) => [view.nameOf(one.address), terminalText(undeclaredOrigin(one))]),
  );
  const more = named.length - rows.length;
  const { prune, forget } = remedies(first, view);
  const which = named.length === 1 ? "it" : "one";
  return [
    ...(named.length === 1
      ? [view.style.yellow(`${head} ${rows.join("")}`)]
      : [view.style.yellow(head), ...rows.map((row) => `    ${row}`)]),
    ...(more > 0 ? [`    and ${more} more`] : []),
    `    to delete ${which}   absent: true   or   ${prune}`,
    `    to forget ${which}   ${forget}`,
  ];
}
