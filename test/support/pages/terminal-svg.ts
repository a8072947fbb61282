import { stripVTControlCharacters } from "node:util";

/** The beginning of each escape code of a colour. */
const escapeStart = "\u001b[";

/** Width and height of one character cell, in pixels, at the size of the text. */
const cell = { width: 8.43, height: 19, size: 14 } as const;
const margin = 16;
const bar = 30;

/** Colours of the codes that docform writes, on a dark ground. */
const colours: Readonly<Record<string, string>> = {
  "31": "#ff7b72",
  "32": "#7ee787",
  "33": "#e3b341",
  "36": "#79c0ff",
};

/** How a piece of text looks. */
interface Look {
  readonly colour?: string | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

/**
 * A picture of what a terminal shows: `text` with the escape codes of colours, below the command that printed it. The
 * picture is text in an SVG, so it stays sharp, and one line more of output is one line more in a diff.
 */
export function terminalSvg(command: string, text: string): string {
  const lines = [`$ ${command}`, ...text.trimEnd().split("\n")];
  const columns = Math.max(...lines.map((line) => stripVTControlCharacters(line).length));
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = lines.length * cell.height + bar + margin;
  const rows = lines.map((line, at) => rowSvg(line, bar + (at + 1) * cell.height - 5));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(command)} in a terminal">
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
<circle cx="18" cy="15" r="5" fill="#ff5f57"/><circle cx="36" cy="15" r="5" fill="#febc2e"/><circle cx="54" cy="15" r="5" fill="#28c840"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${cell.size}" fill="#e6edf3" xml:space="preserve">
${rows.join("\n")}
</g>
</svg>
`;
}

function rowSvg(line: string, y: number): string {
  let column = 0;
  const spans = piecesOf(line).map(({ text, look }) => {
    const x = (margin + column * cell.width).toFixed(1);
    column += text.length;
    return text.trim() === "" ? "" : `<tspan x="${x}"${attributesOf(look)}>${escaped(text)}</tspan>`;
  });
  return `<text y="${y}">${spans.join("")}</text>`;
}

function attributesOf({ colour, isBold, isDim }: Look): string {
  return [
    colour === undefined ? "" : ` fill="${colour}"`,
    isBold ? ' font-weight="bold"' : "",
    isDim ? ' opacity="0.6"' : "",
  ].join("");
}

/** The pieces of a line that look the same; a blank at the front of one is kept by its place. */
function piecesOf(line: string): readonly { readonly text: string; readonly look: Look }[] {
  const [first = "", ...coded] = line.split(escapeStart);
  let look: Look = { isBold: false, isDim: false };
  const pieces = splitBlanks(first).map((text) => ({ text, look }));
  for (const part of coded) {
    const end = part.indexOf("m");
    look = lookAfter(look, part.slice(0, end));
    for (const text of splitBlanks(part.slice(end + 1))) pieces.push({ text, look });
  }
  return pieces;
}

function lookAfter(look: Look, code: string): Look {
  if (code === "1") return { ...look, isBold: true };
  if (code === "2") return { ...look, isDim: true };
  if (code === "22") return { ...look, isBold: false, isDim: false };
  return { ...look, colour: colours[code] };
}

/** Words and the blanks between columns apart: a viewer may shrink blanks, and columns have to be in line. */
function splitBlanks(text: string): readonly string[] {
  return text.split(/( {2,})/).filter((part) => part !== "");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
