import { readOnly } from "../../../src/client/client.ts";
import { kinds } from "../../../src/kinds/kinds.ts";
import { connect, readerOf } from "../../../src/project/connect.ts";
import { openProject } from "../../../src/project/project.ts";
import { equalJson } from "../../../src/text/json.ts";
import { ioOf, type Surroundings } from "../processes/run-docform.ts";
import { compared, readEverything } from "./read-everything.ts";

/** The values of one live object that docform compares. */
export interface Seen {
  readonly kind: string;
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A state with the ids of what was created again as they were: what is equal but for its id is the same. */
export function withOldIds(before: readonly Seen[], after: readonly Seen[]): readonly Seen[] {
  const there = new Set(before.map(({ id }) => id));
  const names = new Map<string, string>();
  const renamed = (one: Seen): Seen =>
    JSON.parse(JSON.stringify(one), (_, value) => names.get(String(value)) ?? value) as Seen;
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const one of after) {
      if (there.has(one.id) || names.has(one.id)) continue;
      const taken = new Set([...names.values(), ...after.map(({ id }) => id)]);
      const old = before.find(
        (was) =>
          !taken.has(was.id) &&
          was.kind === one.kind &&
          equalJson({ ...renamed(one), id: "" }, { ...was, id: "" }),
      );
      if (old !== undefined) names.set(one.id, old.id);
      isNew ||= old !== undefined;
    }
  }
  return after.map(renamed);
}

/** The differences between two states: `kind id field`, or `kind id` of what is in one of them only. */
export function differences(before: readonly Seen[], after: readonly Seen[]): readonly string[] {
  const keyOf = ({ kind, id }: Seen): string => `${kind} ${id}`;
  const now = new Map(after.map((one) => [keyOf(one), one]));
  const was = new Map(before.map((one) => [keyOf(one), one]));
  const found = before.flatMap((one) => {
    const other = now.get(keyOf(one));
    if (other === undefined) return [`- ${keyOf(one)}`];
    const names = new Set([...Object.keys(one.fields), ...Object.keys(other.fields)]);
    const fields = [...names].filter((name) => !equalJson(one.fields[name], other.fields[name]));
    const rest = equalJson({ ...one, fields: {} }, { ...other, fields: {} }) ? [] : ["(place or people)"];
    return [...fields, ...rest].map((name) => `~ ${keyOf(one)} ${name}`);
  });
  const isOrdered = ({ kind: name }: Seen): boolean => {
    const kind = kinds.find((one) => one.name === name);
    return kind?.sequence !== undefined || kind?.tree !== undefined;
  };
  const order = (all: readonly Seen[], known: ReadonlyMap<string, Seen>) =>
    all
      .filter(isOrdered)
      .map(keyOf)
      .filter((key) => known.has(key));
  return [
    ...found,
    ...after.filter((one) => !was.has(keyOf(one))).map((one) => `+ ${keyOf(one)}`),
    ...(equalJson(order(before, now), order(after, was)) ? [] : ["(order)"]),
  ];
}

/** All that docform compares on the platform of a project, for each of its organizations. */
export async function stateOf(surroundings: Surroundings): Promise<readonly (readonly Seen[])[]> {
  const io = ioOf(surroundings);
  const options = {
    directory: ".",
    format: "text",
    input: false,
    logLevel: "info",
    concurrency: 8,
  } as const;
  const project = await openProject(io, options);
  const { client, close } = await connect(io, options, project);
  const all = await Promise.all(
    project.desired.organizations.map(({ id }) => readEverything(readerOf(readOnly(client), project), id)),
  );
  await close();
  return all.map(({ resources }) => compared(resources) as readonly Seen[]);
}
