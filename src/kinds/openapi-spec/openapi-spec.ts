import * as z from "zod";
import { openApiSpecOperations, specSlug, specVisibility } from "../../contract/parts/openapi-specs.ts";
import { httpUrl } from "../../contract/resource.ts";
import { defineKind } from "../../model/kind.ts";
import { isObject } from "../../text/json.ts";
import { openings } from "../openings.ts";
import { permitted, risk } from "../risks-and-permissions.ts";
import { textAt } from "../values.ts";

/** An OpenAPI spec, kept under its slug (2.13, 4.16). */
export const openapiSpecKind = defineKind({
  name: "openapi-spec",
  plural: "openapi",
  doc: "An OpenAPI spec that pages can show, kept under its slug",
  shape: "collection",
  fields: {
    slug: {
      schema: specSlug,
      doc: "Slug of the spec; the key when it is left out",
      fixed: "the API cannot change the slug of a spec; declare a new one, and the old one absent",
    },
    source: {
      schema: z.union([
        z.strictObject({ url: httpUrl.describe("Address that the platform reads the spec from") }),
        z.strictObject({
          text: z.string().min(1).describe("The spec itself, such as ${file:petstore.yaml}"),
        }),
      ]),
      doc: "Where the spec comes from: an address (url), or the text itself (text), which cannot be read back",
      read: (answer) => {
        const url = textAt(answer, "sourceURL");
        return url === undefined ? undefined : { url };
      },
      // A31.
      unverifiable: {
        holds: (value) => isObject(value) && value.text !== undefined,
        reason: "the API does not give the text of a spec back",
      },
    },
    visibility: {
      schema: specVisibility,
      doc: "Is the spec available to anyone with its link?",
      values: { private: "only pages show it", public: "anyone with its link reads it" },
      access: true,
      whenNew: "private",
    },
  },
  naturalKeys: [["slug"]],
  keyField: "slug",
  required: ["slug", "source"],
  idParam: "specSlug",
  idPointer: "/slug",
  operations: {
    read: openApiSpecOperations.listOpenApiSpecs,
    find: openApiSpecOperations.getOpenApiSpec,
    create: openApiSpecOperations.createOpenApiSpec,
    update: [openApiSpecOperations.putOpenApiSpec, openApiSpecOperations.updateOpenApiSpec],
    delete: openApiSpecOperations.deleteOpenApiSpec,
  },
  permissions: permitted("createOpenAPISpec", "openapi-spec", "edit"),
  seed: {
    list: "openapi",
    keys: { source: null },
    // The text of a spec cannot be read back (A31), so the seed gets a short one that can be processed.
    also: (answer) =>
      answer.sourceURL === undefined ? { text: "openapi: 3.1.0" } : { sourceURL: answer.sourceURL },
  },
  processing: {
    startedBy: "source",
    read: openApiSpecOperations.getOpenApiSpec,
    state: "/processingState",
    running: ["pending", "progress"],
    latest: ["/lastVersion", "/lastProcessedAt"],
    problems: "/lastProcessedErrors",
    code: "/lastProcessErrorCode",
    next: "correct the spec or its address, then apply again",
  },
  label: (answer) => String(answer.slug),
  opens: openings["openapi-spec"],
  risks: ({ action }) =>
    action === "delete" ? [risk("cannot be undone: pages that show the spec lose it")] : [],
  example: { source: { url: "https://petstore.example/openapi.json" }, visibility: "public" },
});
