import { kindsOf } from "../../src/kinds/kinds-of.ts";
import { indexKinds } from "../../src/manifest/schema/kind-slots.ts";
import type { Kind } from "../../src/model/kind.ts";
import { kindPage } from "./kind-page.ts";
import { kindsIndex } from "./kinds-index.ts";
import { pageOf } from "./markdown.ts";
import { omittedEmptyNullPage } from "./omitted-empty-null-page.ts";
import { orderPage } from "./order-page.ts";

/** The kinds of the reference, then those that only another edition has. */
function documentedKinds(): readonly Kind[] {
  const known = new Set(kindsOf("reference").all.map(({ name }) => name));
  return [...kindsOf("reference").all, ...kindsOf("gitbook").all.filter(({ name }) => !known.has(name))];
}

/** The pages of docs/reference/manifests, made from the definitions of the kinds. */
export function kindDocs(): readonly (readonly [file: string, text: string])[] {
  const kinds = documentedKinds();
  const index = indexKinds(kinds);
  return [
    ["docs/reference/manifests/README.md", kindsIndex(index)],
    ["docs/reference/manifests/omitted-empty-null.md", omittedEmptyNullPage(index)],
    ["docs/reference/manifests/order.md", orderPage(index)],
    ...kinds.map((kind) => [`docs/reference/manifests/${pageOf(kind)}`, kindPage(index, kind)] as const),
  ];
}
