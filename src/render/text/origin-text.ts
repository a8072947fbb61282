import type {
  ConfigDocument,
  SettingOrigin,
  ValueOrigin,
  ValuesDocument,
} from "../../model/documents/origin-document.ts";
import { terminalText } from "../safe-text.ts";
import { sensitiveText, valueText } from "../value.ts";
import { page, table } from "./columns.ts";
import type { Style } from "./style.ts";

type Origin = SettingOrigin | ValueOrigin;

/** Settings as a table: name, value, place, origin. With a newline at the end. */
export function renderConfigText({ settings }: ConfigDocument, style: Style): string {
  return page([rowsOf(settings, style)]);
}

/** The manifest of a resource as a table, below its address. With a newline at the end. */
export function renderValuesText(document: ValuesDocument, style: Style): string {
  const { address, source, values } = document;
  const title = `${style.bold(terminalText(address))}   ${style.dim(placeText(source))}`;
  return page([[title], values.length === 0 ? ["It says nothing but its key."] : rowsOf(values, style)]);
}

function rowsOf(origins: readonly Origin[], style: Style): readonly string[] {
  return table(
    origins.map((origin) => [
      terminalText(origin.path),
      shownValue(origin),
      style.dim(origin.source === undefined ? "" : placeText(origin.source)),
      style.cyan(originText(origin)),
    ]),
    3,
  );
}

function shownValue({ value, sensitive }: Origin): string {
  if (sensitive === true) return sensitiveText;
  return value === undefined ? "(cannot be read)" : valueText(value);
}

function placeText({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${terminalText(file)}:${line}`;
}

/**
 * The unexpected parts of an origin: a layer other than the file itself, and the sources of a composed value.
 */
function originText(origin: Origin): string {
  const { from, madeOf = [] } = origin;
  const layer = "layer" in origin && origin.layer !== origin.source?.file ? origin.layer : undefined;
  const text = [layerTexts[from] ?? "", terminalText(layer ?? "")].filter((part) => part !== "").join(" ");
  const organizations = "organizations" in origin ? origin.organizations : undefined;
  return [
    ...(text === "" ? [] : [text]),
    ...(organizations === undefined ? [] : [`for ${terminalText(organizations)}`]),
    ...madeOf.map(ingredientText),
  ].join(", ");
}

const layerTexts: Partial<Record<Origin["from"], string>> = {
  environment: "environment",
  option: "--var",
  "built-in": "built-in default",
  overlay: "overlay",
  default: "default",
};

type Ingredient = NonNullable<Origin["madeOf"]>[number];

function ingredientText(ingredient: Ingredient): string {
  if (ingredient.type === "each") return `each (${placeText(ingredient.source)})`;
  const name = terminalText(ingredient.type === "file" ? ingredient.path : ingredient.name);
  const fallback =
    "fallback" in ingredient && ingredient.fallback === true ? " not there, so its default" : "";
  const source = "source" in ingredient ? ingredient.source : undefined;
  const at = source === undefined ? "" : ` (${placeText(source)})`;
  return `${ingredient.type} ${name}${fallback}${at}`;
}
