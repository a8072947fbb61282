import * as z from "zod";
import {
  gitbookCustomizationOperations,
  ownLookPieces,
  partsOfSite,
} from "../contract/gitbook/customization.ts";
import { once } from "../contract/once.ts";
import { translationLanguage } from "../contract/parts/translations.ts";
import type { Field } from "../model/field.ts";
import { isObject, type Json, type JsonObject } from "../text/json.ts";
import { maskedIn } from "../text/partial-json.ts";

const color = z.string().regex(/^#(?:[0-9a-fA-F]{3}){1,2}$/, "must be a color such as #346DDB");
const url = z.url().max(2048);

/** An object whose keys may all be left out, and that takes others too: the service adds some at any time (A8). */
function part<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  const all = Object.entries(fields).map(([name, value]) => [name, (value as z.ZodType).optional()]);
  return z.looseObject(Object.fromEntries(all) as Record<string, z.ZodOptional>);
}

const colors = part({ light: color, dark: color });
const images = part({ light: url, dark: url });
const enabled = part({ enabled: z.boolean() });
const byLanguage = z.record(translationLanguage, z.string().nullable());
/** A link to an address, or to something by its id. */
const target = z.looseObject({ kind: z.string() });
const link = part({ title: z.string().max(64), to: target });
const font = z.union([z.string(), z.looseObject({ fontFamily: z.string() })]);

const styling = once(() =>
  part({
    theme: z.enum(["clean", "muted", "bold", "gradient"]),
    primaryColor: colors,
    infoColor: colors,
    successColor: colors,
    warningColor: colors,
    dangerColor: colors,
    tint: part({ color: colors }).nullable(),
    corners: z.enum(["straight", "rounded", "circular"]),
    depth: z.enum(["subtle", "flat"]),
    links: z.enum(["default", "accent"]),
    font,
    headingFont: font.nullable(),
    monospaceFont: font,
    codeTheme: part({ default: part({}), openapi: part({}) }),
    background: z.enum(["plain", "match"]),
    icons: z.enum(["regular", "solid", "duotone", "light", "thin"]),
    sidebar: part({ background: z.enum(["default", "filled"]), list: z.enum(["default", "pill", "line"]) }),
    search: z.enum(["prominent", "subtle"]),
  }),
);

const header = once(() =>
  part({
    preset: z.enum(["default", "bold", "contrast", "custom", "none"]),
    logo: images.nullable(),
    primaryLink: target.nullable(),
    backgroundColor: colors.nullable(),
    linkColor: colors.nullable(),
    links: z.array(z.looseObject({ title: z.string(), to: target.nullable().optional() })),
  }),
);

const footer = once(() =>
  part({
    logo: images.nullable(),
    groups: z.array(z.looseObject({ title: z.string(), links: z.array(link) })),
    copyright: z.string().max(512).nullable(),
  }),
);

const announcement = once(() =>
  part({
    enabled: z.boolean(),
    message: z.string().min(2).max(128),
    link: link.nullable(),
    style: z.enum(["info", "warning", "danger", "success"]),
  }),
);

const ai = once(() =>
  part({
    mode: z.enum(["none", "search", "assistant"]),
    greeting: z.string().max(256).nullable(),
    suggestions: z.array(z.string().max(64)).nullable(),
    instructions: z.string().max(10000).nullable(),
  }),
);

/** The parts that are a switch, a choice or an address. */
const settings = once(() => ({
  themes: {
    schema: part({ default: z.enum(["light", "dark", "system"]), toggeable: z.boolean() }),
    doc: "Light and dark mode",
  },
  feedback: { schema: enabled, doc: "Can visitors rate pages?" },
  ai: {
    schema: ai(),
    doc: "Search with answers, or an assistant",
  },
  advancedCustomization: { schema: enabled, doc: "Are advanced options on?" },
  pageActions: { schema: part({ items: z.array(z.string()) }), doc: "Actions on each page" },
  externalLinks: {
    schema: part({ target: z.enum(["self", "blank"]) }),
    doc: "Do links to other sites open in a new tab?",
  },
  pagination: { schema: enabled, doc: "Are there links to the next and previous page?" },
  trademark: { schema: enabled, doc: "Is the mark of the service shown?" },
  privacyPolicy: { schema: part({ url: url.nullable() }), doc: "Address of the privacy policy" },
  socialPreview: { schema: part({ url: url.nullable() }), doc: "Image for social media" },
  socialAccounts: {
    schema: z.array(
      z.looseObject({
        platform: z.string(),
        handle: z.string(),
        display: z.looseObject({ header: z.boolean(), footer: z.boolean() }),
      }),
    ),
    doc: "Accounts on social media, as a whole list",
  },
  insights: { schema: part({ trackingCookie: z.boolean() }), doc: "Does a cookie count visitors?" },
}));

/** Refuses the stars that the service answers for a hidden value: to send them would overwrite it. */
export function unmasked(schema: z.ZodType): z.ZodType {
  return schema.refine(
    (value) => maskedIn(value as Json).length === 0,
    "must not be stars: they stand for a value that the platform does not show",
  );
}

/** Why the service may answer well and not keep a part. */
export const mayBeDropped = "the plan of the site does not include it, perhaps";

/** The parts of a look: well-known keys have a type, and other keys are taken as they are. */
export const lookSchemas = once(() => ({
  title: { schema: z.string().min(2).max(128), doc: "Title of the published site; null takes it away" },
  localizedTitle: { schema: byLanguage, doc: "Title by language; null takes all away" },
  styling: {
    schema: styling(),
    doc: "Theme, colors, fonts and corners",
  },
  internationalization: { schema: part({ locale: z.string() }), doc: "Language of the interface" },
  favicon: {
    schema: z.looseObject({ emoji: z.string().optional(), icon: images.optional() }),
    doc: "Icon of the browser tab, as a whole; {} for none",
  },
  header: {
    schema: header(),
    doc: "Logo and links at the top; null takes away a logo, a link or a color",
  },
  footer: {
    schema: footer(),
    doc: "Logo, links and copyright at the end",
  },
  announcement: {
    schema: announcement(),
    doc: "Banner above the content; null takes it away",
  },
  ...settings(),
}));

const noOwn = z.never("only a site has it, and no space of it").optional();

/** The schema of the look of a space: the parts that it has for itself. */
function ownSchema(): z.ZodType {
  const parts = Object.entries(lookSchemas()).map(([name, { schema }]) => [
    name,
    partsOfSite.includes(name) ? noOwn : schema.optional(),
  ]);
  return z.looseObject(Object.fromEntries(parts)).superRefine((look, context) => {
    for (const { path, message } of notOwn(look as JsonObject))
      context.addIssue({ code: "custom", path: [...path], message });
  });
}

/** Why a space cannot have parts of a look so for itself, where a site can. */
function notOwn(look: JsonObject) {
  const { styling: style, announcement: banner } = look;
  const fonts = isObject(style) ? Object.keys(style).filter((name) => /font$/i.test(name)) : [];
  const needed = ["enabled", "message", "style"];
  const isCut = isObject(banner) && needed.some((name) => banner[name] === undefined);
  return [
    ...fonts.map((name) => ({
      path: ["styling", name],
      message: "only a site has fonts, and no space of it",
    })),
    ...(isCut ? [{ path: ["announcement"], message: `a space takes it whole: ${needed.join(", ")}` }] : []),
    ...withOneMode(look, []).map((path) => ({ path, message: "a space takes both modes: light and dark" })),
  ];
}

/** The paths of values that have one of the modes alone. */
function withOneMode(value: JsonObject, path: readonly string[]): readonly (readonly string[])[] {
  const isOne = Object.hasOwn(value, "light") !== Object.hasOwn(value, "dark");
  const inner = Object.entries(value).flatMap(([key, part]) =>
    isObject(part) ? withOneMode(part, [...path, key]) : [],
  );
  return isOne ? [path] : inner;
}

/** The look of a space as a site shows it, where that is not the look of the site. */
export const ownLook = {
  schema: unmasked(ownSchema()),
  doc: "Its look where that is not the one of the site, by the same parts; only what is written is compared",
  partial: ownLookPieces,
  mayBeDropped,
  ownCalls: {
    read: gitbookCustomizationOperations.getSiteSpaceCustomization,
    update: gitbookCustomizationOperations.updateSiteSpaceCustomization,
  },
} as const satisfies Field;
