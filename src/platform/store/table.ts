/** Objects by id, in an order; plain data, so that state can be copied and written as JSON. */
export interface Table<T> {
  readonly byId: Record<string, T>;
  readonly order: string[];
}

/** A table without rows. */
export function emptyTable<T>(): Table<T> {
  return { byId: {}, order: [] };
}

/** The row with this id. Callers choose some ids, so it is safe for ids such as `__proto__`. */
export function find<T>(table: Table<T>, id: string): T | undefined {
  return Object.hasOwn(table.byId, id) ? table.byId[id] : undefined;
}

/** The row with this id, which must be there. */
export function get<T>(table: Table<T>, id: string): T {
  const row = find(table, id);
  if (row === undefined) throw new Error(`state is broken: no row ${id}`);
  return row;
}

/** Adds a row at the end, under its id unless a key is given. */
export function add<T extends { readonly id: string }>(table: Table<T>, row: T, key: string = row.id): T {
  if (find(table, key) !== undefined) throw new Error(`state is broken: two rows ${key}`);
  table.byId[key] = row;
  table.order.push(key);
  return row;
}

/** Takes a row out. */
export function remove<T>(table: Table<T>, id: string): void {
  delete table.byId[id];
  removeItem(table.order, id);
}

/** All rows, in order. */
export function rows<T>(table: Table<T>): T[] {
  return table.order.map((id) => get(table, id));
}

/** Removes an id from an ordered list, and returns its index (-1 when absent). */
export function removeItem(list: string[], id: string): number {
  const index = list.indexOf(id);
  if (index >= 0) list.splice(index, 1);
  return index;
}

/** The entry with this id. Callers choose some ids, so it is safe for ids such as `__proto__`. */
export function entry<T>(record: Readonly<Record<string, T>>, id: string): T | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined;
}

/** The entry with this id, which must be there. */
export function known<T>(record: Readonly<Record<string, T>>, id: string): T {
  const found = entry(record, id);
  if (found === undefined) throw new Error(`state is broken: no entry ${id}`);
  return found;
}
