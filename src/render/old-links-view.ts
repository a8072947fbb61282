import type { OldLinks } from "../model/documents/document-parts.ts";
import { type Sentence, sentenceText } from "./safe-text.ts";
import type { Style } from "./text/style.ts";

type OldPath = OldLinks["paths"][number];

/** Paths and lines of a site that are shown before the rest is counted. */
const mostRows = 20;

/** The heading of the paths that no longer show what they showed. */
export const oldLinksTitle = "Old links";

/** Does any path lose its answer, or show something else, and nothing leads on from it? Or is a redirect wrong? */
export function losesLinks(all: readonly OldLinks[] = []): boolean {
  return all.some(
    ({ paths, warnings }) => warnings !== undefined || paths.some(({ to }) => to === undefined),
  );
}

function pathSentence({ path, now, to }: OldPath): Sentence {
  const leads = to === undefined ? [] : [" leads to ", { code: to }];
  if (now === "redirected") return [{ code: path }, ...leads, ": the platform redirects it"];
  if (to !== undefined && now === "nothing") return [{ code: path }, ...leads, ": a redirect keeps it"];
  if (now === "nothing") return [{ code: path }, " stops answering, with everything below it"];
  if (to !== undefined)
    return [{ code: path }, " shows something else; a redirect leads its pages to ", { code: to }];
  const why = path === "/" ? ", and no redirect can have them as its source" : "";
  return [{ code: path }, ` shows something else; pages below it stop answering${why}`];
}

/** Each path of a site as a sentence, then the lines that keep them. */
function sentencesOf({ paths, redirects = [], warnings = [] }: OldLinks): readonly Sentence[] {
  const [shown, more] = [paths.slice(0, mostRows), paths.length - mostRows];
  return [
    ...shown.map(pathSentence),
    ...(more > 0 ? [[`and ${more} more`]] : []),
    ...(redirects.length === 0
      ? []
      : [
          [
            "to keep them, write ",
            { code: "keepOldPaths: true" },
            ", or these lines into ",
            { code: "redirects" },
            ":",
          ],
          ...redirects.map((line): Sentence => [{ code: line }]),
        ]),
    ...warnings.map((warning): Sentence => [warning]),
  ];
}

/** The sentences of all sites for a list, each with its site. */
export function oldLinksSentences(all: readonly OldLinks[] = []): readonly Sentence[] {
  return all.flatMap((one) =>
    sentencesOf(one).map((sentence): Sentence => [{ address: one.site }, ": ", ...sentence]),
  );
}

/** All of them for a terminal. */
export function oldLinksLines(
  all: readonly OldLinks[] = [],
  { nameOf, style }: { readonly nameOf: (address: string) => string; readonly style: Style },
): readonly string[] {
  return all.flatMap((one) => {
    const isLost = losesLinks([one]);
    const head = `${isLost ? "!" : "·"} ${oldLinksTitle.toLowerCase()} of ${nameOf(one.site)}:`;
    const lines = sentencesOf(one).map((sentence) => `    ${sentenceText(sentence, nameOf)}`);
    return [isLost ? style.yellow(head) : style.dim(head), ...lines];
  });
}
