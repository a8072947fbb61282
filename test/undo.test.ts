import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readOnly } from "../src/client/client.ts";
import { kinds } from "../src/kinds/kinds.ts";
import { connect, readerOf } from "../src/project/connect.ts";
import { openProject } from "../src/project/project.ts";
import { equalJson } from "../src/text/json.ts";
import { copyOfProject } from "./support/copy-project.ts";
import { compared, readEverything } from "./support/read-everything.ts";
import { ioOf, type Run, runDocform } from "./support/run-docform.ts";
import { startTestPlatform } from "./support/start-platform.ts";

/** What docform compares of one live object. */
interface Seen {
  readonly kind: string;
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A state with the ids of what was created again as they were: what is equal but for its id is the same. */
function withOldIds(before: readonly Seen[], after: readonly Seen[]): readonly Seen[] {
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

/** What differs between two states: `kind id field`, or `kind id` of what is in one of them only. */
function differences(before: readonly Seen[], after: readonly Seen[]): readonly string[] {
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

/** An example on a platform of its own. */
async function startExample(name: string) {
  const folder = join(import.meta.dirname, "../examples", name);
  const platform = await startTestPlatform(join(folder, "live.yaml"));
  const copy = copyOfProject(folder);
  const surroundings = { cwd: copy, env: platform.env, sleep: platform.sleep };
  const run = (...argv: readonly string[]): Promise<Run> => runDocform(argv, surroundings);
  const state = async (): Promise<readonly (readonly Seen[])[]> => {
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
  };
  return { run, state };
}

describe("undo after applying an example gives back the platform as it was, apart from what is listed:", () => {
  test.each([
    [
      "acme",
      3,
      11,
      [
        "~ member usr_priya-raman sso",
        "- member usr_max-keller",
        "~ site site_partners published",
        "~ team team_support (place or people)",
      ],
      [
        "members.priya.raman@acme.example",
        "blocked: nobody with this email or id is in the organization",
        "blocked: the API can publish a site, but not unpublish it",
        "teams.support: max.keller@acme.example left the organization, and so stays out of its members",
        /DF5037.*teams\.docs-old\b.*: it is created again under a new id/,
      ],
    ],
    [
      "library",
      0,
      3,
      ["~ space sp_welcome emoji", "~ space sp_welcome language"],
      [
        "spaces.welcome: it had no emoji",
        /DF5037.*collections\.attic\b.*: it is created again under a new id/,
      ],
    ],
    ["northlane", 0, 5, [], []],
  ])("%s", { timeout: 60_000 }, async (name, code, deletes, left, told) => {
    const { run, state } = await startExample(name);
    const before = await state();
    await run("apply", "--yes", "--no-rehearse");
    const between = (after: readonly (readonly Seen[])[]) =>
      after.flatMap((now, index) => differences(before[index] ?? [], withOldIds(before[index] ?? [], now)));
    expect(between(await state())).not.toEqual([]);
    const undone = await run("undo", "--yes", ...(deletes === 0 ? [] : ["--allow-deletes", String(deletes)]));
    expect(between(await state())).toEqual(left);
    expect(undone.code).toBe(code);
    const text = undone.stdout;
    for (const what of told) expect(text).toMatch(what);
  });
});
