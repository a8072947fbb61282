/**
 * The places of all, which order the items of each container. A group is where its first item is listed; an empty
 * group has no visible place (A22), and comes right behind the group listed before it. Both lists come in display
 * order; `containerOf` is the id of the container of an item.
 */
export function placesOf<T extends { readonly id: string }>(
  items: readonly T[],
  containers: readonly T[],
  containerOf: (item: T) => string | undefined,
): ReadonlyMap<T, number> {
  const byId = new Map(containers.map((container) => [container.id, container]));
  const outerOf = (item: T): T | undefined => byId.get(containerOf(item) ?? "");
  const places = new Map<T, number>();
  for (const [place, item] of items.entries()) {
    places.set(item, place);
    for (let at = outerOf(item); at !== undefined && !places.has(at); at = outerOf(at)) places.set(at, place);
  }
  const last = new Map<string, number>();
  for (const container of containers) {
    const outer = containerOf(container) ?? "";
    const parent = outerOf(container);
    const place = places.get(container) ?? last.get(outer) ?? (parent && places.get(parent)) ?? -1;
    last.set(outer, place);
    places.set(container, place);
  }
  return places;
}
