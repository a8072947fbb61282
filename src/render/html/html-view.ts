import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { namer } from "../plan/plan-view.ts";
import type { Piece, Sentence } from "../sentence.ts";
import { type Content, html, type Markup } from "./html-text.ts";

/** How the parts of a page show what they name. */
export interface HtmlView {
  readonly nameOf: (address: string) => string;
  /** Where in the page an address stands. */
  readonly anchors: ReadonlyMap<string, string>;
}

/** The view of a plan: each address that changes has a place in its page. */
export function htmlView({ organizations, changes }: PlanDocument): HtmlView {
  const addresses = new Set(changes.map(({ address }) => address));
  return {
    nameOf: namer(Object.keys(organizations)),
    anchors: new Map([...addresses].map((address, at) => [address, `c${at + 1}`])),
  };
}

/** The attribute that makes this the place of an address. */
export function placeOf(address: string, { anchors }: HtmlView): Content {
  const anchor = anchors.get(address);
  return anchor === undefined ? [] : html` id="${anchor}"`;
}

/** The name of an address; it leads to where that stands in the page. */
export function addressLink(address: string, { nameOf, anchors }: HtmlView): Markup {
  const name = html`<code>${nameOf(address)}</code>`;
  const anchor = anchors.get(address);
  return anchor === undefined ? name : html`<a href="#${anchor}">${name}</a>`;
}

/** A sentence of a page. */
export function sentenceHtml(sentence: Sentence, view: HtmlView): Content {
  return sentence.map((piece) => pieceHtml(piece, view));
}

function pieceHtml(piece: Piece, view: HtmlView): Content {
  if (typeof piece === "string") return piece;
  if ("text" in piece) return piece.text;
  return "code" in piece ? html`<code>${piece.code}</code>` : addressLink(piece.address, view);
}

/** A sign with the word for it, in its colour. */
export function signed(look: string, sign: string, word: string): Markup {
  return html`<span class="mark ${look}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
}
