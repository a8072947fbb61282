import { error, type Source } from "../../model/diagnostic.ts";
import type { Report } from "../check/report.ts";
import type { KindIndex } from "../load/kind-slots.ts";
import { limits } from "../read/yaml-limits.ts";

/** What composing manifests needs everywhere. */
export interface Composing {
  readonly index: KindIndex;
  readonly report: Report;
  readonly allowance: Allowance;
  /** What overlays take out, as it is found. */
  readonly removals: Removal[];
}

/** A key that an overlay takes out of a map with null. */
export interface Removal {
  readonly key: string;
  /** Place of the map as it is written. */
  readonly within: Source;
  /** Place in the overlay. */
  readonly by: Source;
}

/** What may be made of a project's files in all: a short file may say much, many times over. */
export interface Allowance {
  /** Takes values that are repeated; false, with an error at the first time, when there are too many. */
  takeValues(count: number, source: Source): boolean;
  /** Takes characters of texts that are put together. */
  takeText(length: number, source: Source): boolean;
}

/** An allowance of which nothing has been taken. */
export function createAllowance(report: Report): Allowance {
  let values: number = limits.expanded;
  let characters: number = limits.expandedText;
  let isSaid = false;
  const say = (what: string, source: Source): false => {
    if (!isSaid) report.add(error("DF1003", `the project expands to more than ${what}`, { source }));
    isSaid = true;
    return false;
  };
  return {
    takeValues: (count, source) => {
      values -= count;
      return values >= 0 || say(`${limits.expanded} values`, source);
    },
    takeText: (length, source) => {
      characters -= length;
      return characters >= 0 || say(`${limits.expandedText / 1024 / 1024} MiB of text`, source);
    },
  };
}
