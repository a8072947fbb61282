import { lastReadable } from "../resources/spec-processing.ts";
import type { OrganizationState } from "../store/state.ts";
import { find } from "../store/table.ts";
import type { PageState } from "./content-state.ts";

/** The result of a computed page (2.20). */
interface ComputedPage {
  readonly markdown: string;
  /** Equal for equal inputs: here, the version of the spec. */
  readonly computedSeed: string;
}

/**
 * Computes a page. For `builtin:openapi` the result names the version of the spec in `props.spec`, because
 * its text cannot be read back (A31). Other types compute to nothing, and the page keeps its own text.
 */
export function computePage(
  { specs }: OrganizationState,
  { computed }: PageState,
  now: string,
): ComputedPage | undefined {
  const slug = computed?.props.spec;
  if (computed?.type !== "builtin:openapi" || slug === undefined) return undefined;
  const spec = find(specs, slug);
  const version = spec && lastReadable(spec, now);
  return version === undefined
    ? { markdown: `The OpenAPI spec \`${slug}\` has no version that can be read.`, computedSeed: "none" }
    : {
        markdown: `Reference of the OpenAPI spec \`${slug}\`, version \`${version}\`.`,
        computedSeed: version,
      };
}
