/**
 * The operations on the structure of a site, on texts: `aA[bC[]]` is a section a, and a group A with a section b
 * and an empty group C. Small letters are sections; capitals and digits are groups, a digit being the old one of a
 * group that is rebuilt. Nothing of docform has a hand in it; A21 to A26 say what the operations do.
 */
export type Layout = string;

export const isSection = (item: string): boolean => item >= "a" && item <= "z";
export const isGroup = (item: string): boolean => !isSection(item) && item !== "[" && item !== "]";

export function sectionsIn(layout: Layout): string[] {
  return [...layout].filter(isSection);
}

export function groupsIn(layout: Layout): string[] {
  return [...layout].filter(isGroup);
}

/** Where the brackets of a group are. */
function bracketsOf(layout: Layout, group: string): readonly [open: number, close: number] {
  const open = layout.indexOf(group) + 1;
  let depth = 0;
  for (let at = open; ; at++) {
    if (layout[at] === "[") depth++;
    if (layout[at] === "]" && --depth === 0) return [open, at];
  }
}

/** The group that an item is in; "" at the root. */
export function containerOf(layout: Layout, item: string): string {
  let depth = 0;
  for (let at = layout.indexOf(item) - 1; at >= 0; at--) {
    if (layout[at] === "]") depth++;
    if (layout[at] === "[" && depth-- === 0) return layout[at - 1] ?? "";
  }
  return "";
}

/** The items of a group, or of the root (""), in order; without those of inner groups. */
export function itemsIn(layout: Layout, container: string): string[] {
  const [open, close] = container === "" ? [-1, layout.length] : bracketsOf(layout, container);
  const items: string[] = [];
  for (let at = open + 1; at < close; at++) {
    const item = layout[at] ?? "";
    items.push(item);
    if (!isSection(item)) at = bracketsOf(layout, item)[1];
  }
  return items;
}

/** A22: what is new goes to the end of its container. */
function appended(layout: Layout, text: string, container: string): Layout {
  if (container === "") return layout + text;
  const [, close] = bracketsOf(layout, container);
  return layout.slice(0, close) + text + layout.slice(close);
}

export function withSection(layout: Layout, section: string): Layout {
  return layout + section;
}

/** A25: a new group, with sections that move into it in the order given. */
export function withGroup(layout: Layout, group: string, container: string, carried: string): Layout {
  const rest = [...layout].filter((item) => !carried.includes(item)).join("");
  return appended(rest, `${group}[${carried}]`, container);
}

/** A25: what it holds takes its place. */
export function dissolved(layout: Layout, group: string): Layout {
  const [open, close] = bracketsOf(layout, group);
  return layout.slice(0, open - 1) + layout.slice(open + 1, close) + layout.slice(close + 1);
}

/** A25: a section moves to the end of a group, from wherever it was. */
export function inGroup(layout: Layout, section: string, group: string): Layout {
  return appended(layout.replace(section, ""), section, group);
}

/** A24: an empty position. */
export function atItsEnd(layout: Layout, section: string): Layout {
  return appended(layout.replace(section, ""), section, containerOf(layout, section));
}

/** A24: next to another section, in whose container it then stands. */
export function nextTo(layout: Layout, section: string, sibling: string, side: "before" | "after"): Layout {
  const rest = layout.replace(section, "");
  const at = rest.indexOf(sibling) + (side === "before" ? 0 : 1);
  return rest.slice(0, at) + section + rest.slice(at);
}

/** A22: what people can see. Groups without sections have no place, only something that they are in. */
export function visible(layout: Layout): string {
  const empty: string[] = [];
  let seen = layout;
  for (let next = ""; next !== seen; ) {
    next = seen;
    const bare = /([^[\]])\[\]/.exec(seen)?.[1];
    if (bare === undefined) break;
    empty.push(`${containerOf(seen, bare)}>${bare}`);
    seen = dissolved(seen, bare);
  }
  return `${seen} ${empty.sort().join()}`;
}

/**
 * The layouts that look like this one (A22): groups are listed in their order, and so are sections, but a group
 * without sections may stand before or after the sections beside it.
 */
export function lookalikes(layout: Layout): readonly Layout[] {
  const found = new Set([layout]);
  for (const one of found) for (const other of swappedOnce(one)) found.add(other);
  return [...found];
}

/** Each group without sections past a section beside it. */
function swappedOnce(layout: Layout): readonly Layout[] {
  return groupsIn(layout).flatMap((group) => {
    const [open, close] = bracketsOf(layout, group);
    const text = layout.slice(open - 1, close + 1);
    if (sectionsIn(text).length > 0) return [];
    const [before, after] = [layout.slice(0, open - 1), layout.slice(close + 1)];
    const [previous, next] = [before.at(-1) ?? "]", after[0] ?? "]"];
    return [
      ...(isSection(previous) ? [before.slice(0, -1) + text + previous + after] : []),
      ...(isSection(next) ? [before + next + text + after.slice(1)] : []),
    ];
  });
}
