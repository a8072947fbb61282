/**
 * The places of all, which order the items of each container. A group is where its first item is listed; an empty
 * group has no visible place (A22), and comes right behind the group listed before it. Both lists come in display
 * order; `holderOf` is the id of the container of an item.
 */
export function placesOf<T extends { readonly id: string }>(
  items: readonly T[],
  holders: readonly T[],
  holderOf: (item: T) => string | undefined,
): ReadonlyMap<T, number> {
  const byId = new Map(holders.map((holder) => [holder.id, holder]));
  const holding = (item: T): T | undefined => byId.get(holderOf(item) ?? "");
  const places = new Map<T, number>();
  for (const [place, item] of items.entries()) {
    places.set(item, place);
    for (let at = holding(item); at !== undefined && !places.has(at); at = holding(at)) places.set(at, place);
  }
  const last = new Map<string, number>();
  for (const holder of holders) {
    const outer = holderOf(holder) ?? "";
    const parent = holding(holder);
    const place = places.get(holder) ?? last.get(outer) ?? (parent && places.get(parent)) ?? -1;
    last.set(outer, place);
    places.set(holder, place);
  }
  return places;
}
