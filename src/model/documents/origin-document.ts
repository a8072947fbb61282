import * as z from "zod";
import { json, source, text } from "./document-parts.ts";

/** Version of what `config --format json` and `values --format json` print. */
export const originFormatVersion = 1;

const fallback = z
  .literal(true)
  .exactOptional()
  .describe("It was not there: the text after :- stands for it");

/** One part of a composed value. */
const ingredient = z.discriminatedUnion("type", [
  z.object({ type: z.literal("env"), name: text("Variable of the process"), fallback }),
  z.object({ type: z.literal("file"), path: z.string(), fallback }),
  z.object({
    type: z.literal("var"),
    name: text("Variable of docform.yaml"),
    fallback,
    source: source.exactOptional().describe("Left out where --var gives it"),
  }),
  z.object({ type: z.literal("organization"), name: text("Alias of the organization") }),
  z.object({
    type: z.literal("label"),
    name: text("Label of the organization"),
    fallback,
    source: source.exactOptional(),
  }),
  z.object({ type: z.literal("each"), source: source.describe("The value of the list") }),
]);

/** A value and where it is from. */
const originOf = <const Layers extends readonly [string, ...string[]]>(layers: Layers) =>
  z.object({
    path: z.string(),
    value: json.exactOptional().describe("Left out where it must not be shown, or could not be read"),
    sensitive: z.literal(true).exactOptional(),
    from: z.enum(layers),
    source: source.exactOptional(),
    madeOf: z.array(ingredient).exactOptional().describe("What was interpolated, in the order of the text"),
  });

/** Schema of what `docform config` prints: the settings of docform.yaml as they hold. */
export const configDocument = z.object({
  formatVersion: z.literal(originFormatVersion),
  environment: z.string().exactOptional(),
  settings: z.array(originOf(["project", "environment", "option", "process", "built-in"])),
});

/** The output of `docform config`. */
export type ConfigDocument = z.infer<typeof configDocument>;

/** One setting. */
export type SettingOrigin = ConfigDocument["settings"][number];

/** Schema of what `docform values ADDRESS` prints: the manifest of a resource as it holds. */
export const valuesDocument = z.object({
  formatVersion: z.literal(originFormatVersion),
  environment: z.string().exactOptional(),
  address: z.string(),
  kind: z.string(),
  source,
  values: z.array(
    originOf(["manifest", "overlay", "default"]).extend({
      layer: text("The entry of overlays in docform.yaml that holds the file").exactOptional(),
      organizations: text("The organizations that its document is for: aliases, or labels").exactOptional(),
    }),
  ),
});

/** The output of `docform values ADDRESS`. */
export type ValuesDocument = z.infer<typeof valuesDocument>;

/** One value of a manifest. */
export type ValueOrigin = ValuesDocument["values"][number];
