import { error } from "../../model/diagnostic.ts";
import { isSelected, labelValues, type Selector, selectorText } from "../../model/labels.ts";
import { compareNames } from "../../text/compare-names.ts";
import type { Allowance } from "../compose/composing.ts";
import { looksOf, selectorIn, whyNoneFits } from "../compose/organizations-head.ts";
import type { Report } from "../read/report.ts";
import { type Entry, entryOf, scalarText, type Tree, valueSource } from "../read/tree.ts";
import { checkValue } from "../schema/check-value.ts";
import { rolloutSchema } from "../schema/project-file.ts";
import type { OrganizationSetting } from "./organizations.ts";

/** One part of a rollout: the organizations that its selector chooses, and that are in no wave before it. */
export interface Wave {
  /** As it is written, else the text of its selector; `rest` for one that chooses all. */
  readonly name: string;
  readonly selector: Selector;
}

/** The waves in which several organizations are applied. */
export interface Rollout {
  readonly waves: readonly Wave[];
  /** After so many organizations that failed, no other begins: a number, or a share of those that are selected. */
  readonly stopAfter: { readonly count: number } | { readonly percent: number } | undefined;
}

/** Reads `rollout` of docform.yaml. Each organization is in a wave: the first whose selector fits. Undefined for none, or a wrong one. */
export function readRollout(
  written: Entry | undefined,
  organizations: ReadonlyMap<string, OrganizationSetting> | undefined,
  report: Report,
  allowance: Allowance,
): Rollout | undefined {
  if (written === undefined || organizations === undefined) return undefined;
  // A wrong form is told with the whole file.
  if (checkValue(rolloutSchema, { name: "", source: written.source, value: written.value }).length > 0)
    return undefined;
  const list = entryOf(written.value, "waves")?.value;
  const items = list?.type === "list" ? list.items : [];
  const waves = items.map(waveIn);
  const looks = waves.reduce((sum, { selector }) => sum + looksOf(selector, organizations.size), 0);
  if (!allowance("looks", looks, written.source)) return undefined;
  const values = labelValues([...organizations.values()].map(({ labels }) => labels));
  const twice = waves.findIndex(({ name }, at) => waves.findIndex((one) => one.name === name) !== at);
  if (twice >= 0)
    report.add(
      error("DF1005", `two waves of the rollout are called "${waves[twice]?.name}"`, {
        source: items[twice]?.source ?? written.source,
        hint: "give one of them a name:",
      }),
    );
  const afterAll = waves.findIndex(({ selector }) => selector.length === 0) + 1;
  if (twice < 0 && afterAll > 0 && afterAll < waves.length)
    report.add(
      error("DF1005", `the wave "${waves[afterAll]?.name}" comes after one that takes all that are left`, {
        source: items[afterAll]?.source ?? written.source,
        hint: "write the wave without select: as the last one",
      }),
    );
  const all = [...organizations];
  for (const [at, { selector }] of waves.entries()) {
    const isFitting = all.some(([, { labels }]) => isSelected(selector, labels));
    const wrong = whyNoneFits(selector, values, isFitting);
    if (wrong !== undefined)
      report.add(
        error("DF2021", wrong.message, { source: items[at]?.source ?? written.source, ...wrong.more }),
      );
  }
  const left = all.filter(([, { labels }]) => !waves.some(({ selector }) => isSelected(selector, labels)));
  if (left.length > 0)
    report.add(
      inNone(
        left.map(([alias]) => alias),
        written,
      ),
    );
  return { waves, stopAfter: stopAfterIn(entryOf(written.value, "stopAfterFailures")?.value) };
}

function waveIn(wave: Tree): Wave {
  const select = entryOf(wave, "select")?.value;
  const selector = select === undefined ? [] : selectorIn(select);
  return { name: scalarText(entryOf(wave, "name")?.value) ?? (selectorText(selector) || "rest"), selector };
}

function inNone(aliases: readonly string[], written: Entry) {
  const names = [...aliases].sort(compareNames);
  const more = names.length > 5 ? ` and ${names.length - 5} more` : "";
  const message = `no wave of the rollout is for ${names.slice(0, 5).join(", ")}${more}`;
  const source = valueSource(written);
  return error("DF1005", message, { source, hint: "write {} as the last wave: all that are in none before" });
}

function stopAfterIn(value: Tree | undefined): Rollout["stopAfter"] {
  if (value?.type !== "scalar") return undefined;
  const text = String(value.value);
  const number = Number.parseInt(text, 10);
  return text.endsWith("%") ? { percent: number } : { count: number };
}
