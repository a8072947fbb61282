/**
 * Places by id, which order the items of each container. A holder stands where the first of what it holds is
 * listed; what holds nothing has no visible place (A22), and stands right behind the holder listed before it.
 * Both lists come in display order; `holderOf` is the id of what an item stands in.
 */
export function placesOf<T extends { readonly id: string }>(
  items: readonly T[],
  holders: readonly T[],
  holderOf: (item: T) => string | undefined,
): ReadonlyMap<string, number> {
  const byId = new Map(holders.map((holder) => [holder.id, holder]));
  const holding = (item: T): T | undefined => byId.get(holderOf(item) ?? "");
  const places = new Map<string, number>();
  for (const [place, item] of items.entries()) {
    places.set(item.id, place);
    for (let at = holding(item); at !== undefined && !places.has(at.id); at = holding(at))
      places.set(at.id, place);
  }
  let place = -1;
  for (const { id } of holders) {
    place = places.get(id) ?? place;
    places.set(id, place);
  }
  return places;
}
