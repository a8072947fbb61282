/** The text of what stands in one place: in an organization, or in something of it, and perhaps in one container of that. */
export type ScopeText = (organization: string, kind: string, parent?: string, container?: string) => string;

interface Scope {
  readonly organization: string;
  readonly parent: string | undefined;
  readonly container: string | undefined;
  readonly text: string;
}

/**
 * Gives each place of a kind a text to look it up by. What stands in one place mostly comes in a row, and then the text
 * is the same object, whose hash is known.
 */
export function scopeTexts(): ScopeText {
  const last = new Map<string, Scope>();
  return (organization, kind, parent, container) => {
    const known = last.get(kind);
    const isSame =
      known?.organization === organization && known.parent === parent && known.container === container;
    if (known !== undefined && isSame) return known.text;
    const text = `${organization} ${kind} ${parent ?? ""} ${container ?? ""}`;
    last.set(kind, { organization, parent, container, text });
    return text;
  };
}
