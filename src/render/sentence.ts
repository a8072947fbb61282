import { terminalText } from "./safe-text.ts";

/** A sentence in which words of ours stand between what comes from outside: each output writes that in its own way. */
export type Sentence = readonly Piece[];

/** Words of ours, or what comes from outside: an address, what is written as it stands in a file or shell, prose. */
export type Piece =
  | string
  | { readonly address: string }
  | { readonly code: string }
  | { readonly text: string };

/** The sentence on one line of a terminal. */
export function sentenceText(sentence: Sentence, nameOf: (address: string) => string): string {
  return sentence.map((piece) => pieceText(piece, nameOf)).join("");
}

function pieceText(piece: Piece, nameOf: (address: string) => string): string {
  if (typeof piece === "string") return piece;
  if ("address" in piece) return nameOf(piece.address);
  return terminalText("code" in piece ? piece.code : piece.text);
}

/** Sentences with the same words between them. */
export function joined(sentences: readonly Sentence[], between: string): Sentence {
  return sentences.flatMap((sentence, at) => (at === 0 ? sentence : [between, ...sentence]));
}
