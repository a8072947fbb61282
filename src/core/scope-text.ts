/** What stands in one place: in an organization, or in something of it, and perhaps in one container of that. */
export type ScopeText = (organization: string, kind: string, parent?: string, container?: string) => string;

/**
 * Gives each place of a kind a text to look it up by. What stands in one place mostly comes in a row, and then the text
 * is the same object, whose hash is known.
 */
export function scopeTexts(): ScopeText {
  let last: readonly (string | undefined)[] = [];
  let text = "";
  return (organization, kind, parent, container) => {
    const isSame =
      last[0] === organization && last[1] === kind && last[2] === parent && last[3] === container;
    if (isSame) return text;
    last = [organization, kind, parent, container];
    text = `${organization} ${kind} ${parent ?? ""} ${container ?? ""}`;
    return text;
  };
}
