import { specSlug } from "../../contract/parts/openapi-specs.ts";
import { Answer, type Call, type Handlers } from "../calls/call.ts";
import { conflict, parseInput } from "../http/refusal.ts";
import { permissionsOf } from "../resources/access.ts";
import { type Caller, listing, type View } from "../resources/caller.ts";
import { lastReadable, progressOf, textProblem } from "../resources/spec-processing.ts";
import {
  newId,
  type OrganizationState,
  type SpecState,
  type SpecVersion,
  type State,
} from "../store/state.ts";
import { add, find, remove, rows } from "../store/table.ts";

type Source = Call<"createOpenApiSpec">["body"]["source"];

function processing({ current }: SpecState, now: string) {
  const progress = progressOf(current, now);
  if (progress.state !== "complete") return { processingState: progress.state };
  const { at: lastProcessedAt, error } = progress;
  if (error === undefined) return { processingState: "complete", lastProcessedAt };
  const code = "PARSE_ERROR";
  const failed = { lastProcessErrorCode: code, lastProcessedErrors: [{ message: error, code }] };
  return { processingState: "complete", lastProcessedAt, ...failed };
}

function showSpec(
  { token, baseUrl, now }: Caller,
  organization: OrganizationState,
  shown: SpecState,
): View<"getOpenApiSpec"> {
  const { current, earlier, ...fields } = shown;
  const lastVersion = lastReadable(shown, now);
  const published = `${baseUrl}/openapi/${shown.id}`;
  return {
    object: "openapi-spec",
    ...fields,
    ...processing(shown, now),
    ...(lastVersion === undefined ? {} : { lastVersion }),
    permissions: permissionsOf(token, "edit"),
    urls: {
      location: `${baseUrl}/v1/orgs/${organization.id}/openapi/${shown.slug}`,
      app: `${baseUrl}/app/orgs/${organization.id}/openapi/${shown.slug}`,
      ...(shown.visibility === "public" ? { published } : {}),
    },
  };
}

/** The version of a spec from a source. Its text is checked now and not kept (A31). */
function newVersion(state: State, source: Source, now: string): SpecVersion {
  const error = "text" in source ? textProblem(source.text) : undefined;
  const version = { id: newId(state, "version"), submittedAt: now };
  return error === undefined ? version : { ...version, error };
}

function createSpec(call: Call<"createOpenApiSpec" | "putOpenApiSpec">, slug: string) {
  const { state, now, found } = call;
  const { source } = call.body;
  const created: SpecState = {
    id: newId(state, "spec"),
    slug,
    createdAt: now,
    updatedAt: now,
    ...("url" in source ? { sourceURL: source.url } : {}),
    visibility: "private",
    current: newVersion(state, source, now),
  };
  return showSpec(call, found.organization, add(found.organization.specs, created, slug));
}

/** Gives a spec a new source, which is then processed again. */
function replaceSource({ state, now }: Caller, spec: SpecState, source: Source): void {
  const earlier = lastReadable(spec, now);
  if (earlier !== undefined) spec.earlier = earlier;
  if ("url" in source) spec.sourceURL = source.url;
  else delete spec.sourceURL;
  spec.current = newVersion(state, source, now);
  spec.updatedAt = now;
}

/** Creates (201) or updates (200) the spec under a slug (A4). */
function put(call: Call<"putOpenApiSpec">) {
  const { organization, spec } = call.found;
  if (spec === undefined)
    return new Answer(201, createSpec(call, parseInput(specSlug, call.params.specSlug, "specSlug")));
  replaceSource(call, spec, call.body.source);
  return showSpec(call, organization, spec);
}

/** Operations on OpenAPI specs (4.16). */
export const openApiSpecHandlers = {
  listOpenApiSpecs: (call) => {
    const { organization } = call.found;
    return listing(rows(organization.specs), (shown) => showSpec(call, organization, shown));
  },
  createOpenApiSpec: (call) => {
    const { slug } = call.body;
    if (find(call.found.organization.specs, slug) !== undefined)
      throw conflict("slug", `the organization already has a spec ${JSON.stringify(slug)}`);
    return createSpec(call, slug);
  },
  getOpenApiSpec: (call) => showSpec(call, call.found.organization, call.found.spec),
  putOpenApiSpec: put,
  updateOpenApiSpec: (call) => {
    const { organization, spec } = call.found;
    spec.visibility = call.body.visibility;
    spec.updatedAt = call.now;
    return showSpec(call, organization, spec);
  },
  deleteOpenApiSpec: ({ found }) => remove(found.organization.specs, found.spec.slug),
} satisfies Partial<Handlers>;
