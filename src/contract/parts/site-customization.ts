import * as z from "zod";
import { once } from "../once.ts";
import { notShown, objectOf } from "../resource.ts";

const color = once(() => z.object({ light: notShown, dark: notShown }).optional());
const flag = once(() => z.object({ enabled: z.boolean().optional() }).optional());
const address = once(() => z.object({ url: z.string().optional() }).optional());

const styling = objectOf(() => ({
  theme: notShown,
  primaryColor: color(),
  infoColor: color(),
  successColor: color(),
  warningColor: color(),
  dangerColor: color(),
  tint: notShown,
  corners: notShown,
  depth: notShown,
  links: notShown,
  font: notShown,
  monospaceFont: notShown,
  icons: notShown,
  sidebar: z.object({ background: notShown, list: notShown }).optional(),
  search: notShown,
}));

/** The appearance of a published site, or of one of its site spaces (2.15). */
export const customization = objectOf(() => ({
  title: z.string().optional(),
  styling: styling().optional(),
  favicon: notShown,
  header: z.object({ logo: notShown, primaryLink: notShown, links: notShown }).optional(),
  footer: z.object({ logo: notShown, groups: notShown, copyright: notShown }).optional(),
  announcement: z
    .object({ enabled: z.boolean().optional(), message: notShown, link: notShown, style: notShown })
    .optional(),
  themes: z.object({ default: notShown, toggeable: notShown }).optional(),
  pdf: flag(),
  feedback: flag(),
  ai: z.object({ mode: notShown }).optional(),
  advancedCustomization: flag(),
  git: z.object({ showEditLink: notShown }).optional(),
  pageActions: z.object({ externalAI: notShown, markdown: notShown, mcp: notShown }).optional(),
  externalLinks: z.object({ target: notShown }).optional(),
  pagination: flag(),
  trademark: flag(),
  privacyPolicy: address(),
  socialPreview: address(),
  insights: z.object({ trackingCookie: notShown }).optional(),
}));
