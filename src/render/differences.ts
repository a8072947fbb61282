import type { Source } from "../model/diagnostic.ts";
import type { Attribution, DriftDocument, Drifted } from "../model/documents/drift-document.ts";
import { byText } from "./audit-view.ts";
import {
  accessFirst,
  missingText,
  outermostMissing,
  type Remedy,
  type RemedyView,
  remediesOfDrift,
  remediesOfMissing,
  where,
} from "./drift-view.ts";
import { terminalText } from "./safe-text.ts";
import { diffText, sensitiveText } from "./value.ts";

/** Something declared that differs, as lists and reports show it. Its texts are safe for a terminal. */
export interface Difference {
  readonly address: string;
  readonly side: Attribution;
  readonly impact: Drifted["impact"];
  readonly source?: Source;
  /** The last to change it, when the platform says so. */
  readonly by?: string;
  /** The fact: `changed on the platform: title`. */
  readonly said: string;
  readonly fields: readonly DifferentField[];
  readonly remedies: (view: RemedyView) => readonly Remedy[];
}

/** A field that differs. */
interface DifferentField {
  readonly path: string;
  /** `declared → live`; no value of a sensitive field. */
  readonly text: string;
  readonly side: Attribution;
}

/** The resources that drifted or are missing: access first. */
export function differencesIn(document: DriftDocument): readonly Difference[] {
  return accessFirst([
    ...document.drifted.map(driftedDifference),
    ...outermostMissing(document).map(missingDifference),
  ]);
}

function driftedDifference(item: Drifted): Difference {
  const { attribution: side, fields, impact } = item;
  const names = fields.map(({ path }) => terminalText(path)).join(", ");
  const changed = side === "unknown" ? "not as the manifests say" : `changed ${where[side]}`;
  return {
    ...placed(item),
    side,
    impact,
    said:
      names === ""
        ? "it exists on the platform, and the manifests declare it absent"
        : `${changed}: ${names}`,
    fields: fields.map(differentField),
    remedies: (view) => remediesOfDrift(item, view),
  };
}

function differentField(field: Drifted["fields"][number]): DifferentField {
  const { path, desired, live, sensitive, attribution } = field;
  const text = sensitive === true ? `${sensitiveText} differs` : diffText(desired, live);
  return { path: terminalText(path), text, side: attribution };
}

function missingDifference({ item, inside }: ReturnType<typeof outermostMissing>[number]): Difference {
  const { attribution: side, reason } = item;
  const more = reason === undefined ? "" : `; ${terminalText(reason)}`;
  return {
    ...placed(item),
    side,
    impact: [item, ...inside].some(({ impact }) => impact === "high") ? "high" : "low",
    said: `${missingText(side, inside.length)}${more}`,
    fields: [],
    remedies: (view) => remediesOfMissing(item, view),
  };
}

function placed({ address, source, by }: Pick<Drifted, "address" | "source" | "by">) {
  return {
    address,
    ...(source === undefined ? {} : { source }),
    ...(by === undefined ? {} : { by: byText(by) }),
  };
}
