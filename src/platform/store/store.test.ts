import { expect, test } from "vitest";
import { seedState } from "../../../test/support/platform/seed-state.ts";
import { wholeSeed } from "../../../test/support/platform/whole-seed.ts";
import { createStore, decodeState, encodeState } from "./data-file.ts";
import { emptyState } from "./state.ts";

/** A disk whose writes end when the test says so. */
function slowDisk() {
  const writes: { readonly text: string; readonly end: (problem?: Error) => void }[] = [];
  const write = (text: string) =>
    new Promise<void>((resolve, reject) => {
      writes.push({ text, end: (problem) => (problem === undefined ? resolve() : reject(problem)) });
    });
  return { writes, write };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

test("nothing is written before the write that holds the change has ended", async () => {
  let state = "one";
  const { writes, write } = slowDisk();
  const store = createStore(() => state, write);
  expect(store.written()).toBeUndefined();
  store.changed();
  let isSettled = false;
  const first = store.written()?.then(() => {
    isSettled = true;
  });
  await turn();
  // This change comes too late for the write that runs.
  state = "two";
  store.changed();
  const second = store.written();
  writes[0]!.end();
  await first;
  expect(isSettled).toBe(true);
  await turn();
  expect(store.written()).toBeDefined();
  writes[1]!.end();
  await second;
  expect(writes.map(({ text }) => text)).toEqual(["one", "two"]);
  expect(store.written()).toBeUndefined();
});

test("changes that come while a write runs share the next one", async () => {
  let state = 0;
  const { writes, write } = slowDisk();
  const store = createStore(() => String(state), write);
  const change = () => {
    state += 1;
    store.changed();
    return store.written();
  };
  const waiting = [change()];
  await turn();
  for (let index = 0; index < 50; index += 1) waiting.push(change());
  writes[0]!.end();
  await turn();
  writes[1]!.end();
  await Promise.all(waiting);
  expect(writes.map(({ text }) => text)).toEqual(["1", "51"]);
});

test("a write that fails is told, and the next one has all of it", async () => {
  const { writes, write } = slowDisk();
  const store = createStore(() => "state", write);
  store.changed();
  const failed = expect(store.written()).rejects.toThrow("disk is full");
  await turn();
  writes[0]!.end(new Error("disk is full"));
  await failed;
  const again = store.written();
  expect(again).toBeDefined();
  await turn();
  writes[1]!.end();
  await again;
  expect(store.written()).toBeUndefined();
});

test("a state with one of everything, and an empty one, are read back as they were written", () => {
  for (const state of [seedState(wholeSeed), emptyState()])
    expect(decodeState(encodeState({ state, savedAt: 7 }))).toEqual({
      ok: true,
      savedAt: 7,
      state: JSON.parse(JSON.stringify(state)),
    });
});
