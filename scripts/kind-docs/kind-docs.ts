import { indexKinds } from "../../src/manifest/load/kind-slots.ts";
import type { Kind } from "../../src/model/kind.ts";
import { kindPage } from "./kind-page.ts";
import { kindsIndex } from "./kinds-index.ts";
import { pageOf } from "./markdown.ts";
import { omittedEmptyNullPage } from "./omitted-empty-null-page.ts";
import { orderPage } from "./order-page.ts";

/** The pages of docs/kinds, made from the definitions of the kinds. */
export function kindDocs(kinds: readonly Kind[]): readonly (readonly [file: string, text: string])[] {
  const index = indexKinds(kinds);
  return [
    ["docs/kinds/README.md", kindsIndex(index)],
    ["docs/kinds/omitted-empty-null.md", omittedEmptyNullPage(index)],
    ["docs/kinds/order.md", orderPage(index)],
    ...kinds.map((kind) => [`docs/kinds/${pageOf(kind)}`, kindPage(index, kind)] as const),
  ];
}
