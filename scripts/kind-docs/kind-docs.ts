import { indexKinds } from "../../src/manifest/schema/kind-slots.ts";
import type { Kind } from "../../src/model/kind.ts";
import { kindPage } from "./kind-page.ts";
import { kindsIndex } from "./kinds-index.ts";
import { pageOf } from "./markdown.ts";
import { omittedEmptyNullPage } from "./omitted-empty-null-page.ts";
import { orderPage } from "./order-page.ts";

/** The pages of docs/reference/manifests, made from the definitions of the kinds. */
export function kindDocs(kinds: readonly Kind[]): readonly (readonly [file: string, text: string])[] {
  const index = indexKinds(kinds);
  return [
    ["docs/reference/manifests/README.md", kindsIndex(index)],
    ["docs/reference/manifests/omitted-empty-null.md", omittedEmptyNullPage(index)],
    ["docs/reference/manifests/order.md", orderPage(index)],
    ...kinds.map((kind) => [`docs/reference/manifests/${pageOf(kind)}`, kindPage(index, kind)] as const),
  ];
}
