import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { LockLost, StateMoved } from "../../src/state/backend.ts";
import type { LockHolder } from "../../src/state/lock.ts";
import type { Place } from "./places.ts";

/** The lock of a run, with this id. */
function holder(id: string): LockHolder {
  return { id, command: "apply", by: "ana", host: "runner-7", pid: 42, at: "2026-11-25T01:00:00.000Z" };
}

/** The ids of runs, in the order in which they began. */
const firstRun = "20261125-010000000-0a1b";
const secondRun = "20261125-020000000-0c2d";
const thirdRun = "20261125-030000000-0e3f";

const large = `{"text":"${"Ünïcödé 文書 ".repeat(100_000)}"}\n`;

/** The tests that each place of state passes. */
export function testPlace(name: string, open: () => Promise<Place>): void {
  describe(`state in ${name}`, () => {
    let place: Place;

    beforeAll(async () => {
      place = await open();
    });

    afterAll(() => place.close());

    /** Runs as one that holds the lock: the protocol of some places wants that of every write. */
    async function locked<T>(
      id: string,
      act: (runner: ReturnType<Place["runner"]>) => Promise<T>,
    ): Promise<T> {
      const runner = place.runner();
      const lock = await runner.lock.take(holder(id));
      if (!("release" in lock)) throw new Error(`the lock is held by ${JSON.stringify(lock.holder)}`);
      try {
        return await act(runner);
      } finally {
        await lock.release();
      }
    }

    /** The message to a runner that is refused because of the lock with this id. */
    function refusedBy(id: string) {
      return { holder: place.told?.(holder(id)) ?? holder(id) };
    }

    test("a new place has no record, no lock and no runs", async () => {
      const runner = place.runner();
      expect(await runner.record.read()).toBeUndefined();
      expect(await runner.lock.holder()).toBe(place.free);
      expect(await runner.runs.ids()).toEqual([]);
      expect(await runner.runs.read(firstRun)).toBeUndefined();
    });

    test("a record that one runner writes is read by another, to the last byte", async () => {
      await locked("writer", async (runner) => {
        await runner.record.write(large, undefined);
        expect((await place.runner().record.read())?.text).toBe(large);
        const { version } = (await runner.record.read()) ?? {};
        await runner.record.write('{"second":true}\n', version);
      });
      expect((await place.runner().record.read())?.text).toBe('{"second":true}\n');
    });

    test("a record is never written over a version that the runner has not read", async () => {
      const before = await place.runner().record.read();
      await locked("first", (runner) => runner.record.write('{"newer":1}\n', before?.version));
      await locked("second", async (runner) => {
        await expect(runner.record.write('{"older":1}\n', before?.version)).rejects.toThrow(StateMoved);
        await expect(runner.record.write('{"older":2}\n', undefined)).rejects.toThrow(StateMoved);
      });
      expect((await place.runner().record.read())?.text).toBe('{"newer":1}\n');
    });

    test("a lock has one holder, and those who are refused are told who it is", async () => {
      const first = await place.runner().lock.take(holder("one"));
      const second = await place.runner().lock.take(holder("two"));
      expect(first).toHaveProperty("release");
      expect(second).toEqual(refusedBy("one"));
      if ("release" in first) await first.release();
      const third = await place.runner().lock.take(holder("three"));
      expect(third).toHaveProperty("release");
      if ("release" in third) await third.release();
    });

    test("of many runners that take the lock at once, exactly one has it", async () => {
      const ids = Array.from({ length: 5 }, (_, at) => `racer-${at}`);
      const answers = await Promise.all(ids.map((id) => place.runner().lock.take(holder(id))));
      const held = answers.filter((answer) => "release" in answer);
      expect(held).toHaveLength(1);
      for (const lock of held) if ("release" in lock) await lock.release();
    });

    test("a lock is removed by its id, and by no other", async () => {
      const runner = place.runner();
      const lock = await runner.lock.take(holder("kept"));
      await place.runner().lock.remove("another");
      expect(await place.runner().lock.take(holder("next"))).toEqual(refusedBy("kept"));
      await place.runner().lock.remove("kept");
      const next = await place.runner().lock.take(holder("next"));
      expect(next).toHaveProperty("release");
      // The first holder does not give up what is another's by now.
      if ("release" in lock) await lock.release();
      expect(await place.runner().lock.take(holder("last"))).toEqual(refusedBy("next"));
      if ("release" in next) await next.release();
    });

    test("a journal is read by other runners as it was written, and runs are listed in their order", async () => {
      await locked("second", async (runner) => {
        const log = await runner.runs.begin(secondRun, "begun\n", "second");
        await log.append("line 文\n");
        await log.append("more\n");
        await log.close();
      });
      await locked("first", async (runner) => {
        const log = await runner.runs.begin(firstRun, "begun\n", "first");
        await log.close();
      });
      const reader = place.runner();
      expect(await reader.runs.ids()).toEqual([firstRun, secondRun]);
      expect(await reader.runs.read(secondRun)).toBe("begun\nline 文\nmore\n");
      expect(await reader.runs.read(firstRun)).toBe("begun\n");
      for (const run of [firstRun, secondRun]) {
        const start = await reader.runs.readStart?.(run);
        expect(start?.startsWith("begun\n") ?? true).toBe(true);
      }
    });

    test("journals are written whole, over those of the same runs, and read back to the last byte", async () => {
      const texts = new Map([
        [firstRun, `begun\n${large}`],
        [thirdRun, "begun 文\n"],
      ]);
      await locked("whole", async (runner) => {
        await runner.runs.kept.write(texts, "whole");
        await runner.record.read();
        expect(await runner.runs.kept.ids()).toEqual([firstRun, secondRun, thirdRun]);
        for (const [run, text] of texts) expect(await runner.runs.kept.read(run)).toBe(text);
      });
      const reader = place.runner();
      expect(await reader.runs.read(firstRun)).toBe(texts.get(firstRun));
      expect(await reader.runs.read(secondRun)).toBe("begun\nline 文\nmore\n");
    });

    test("writing one thing leaves the others as they are", async () => {
      const record = await place.runner().record.read();
      await locked("careful", async (runner) => {
        await runner.record.write('{"third":true}\n', record?.version);
        expect(await place.runner().lock.take(holder("late"))).toEqual(refusedBy("careful"));
      });
      expect(await place.runner().runs.ids()).toEqual([firstRun, secondRun, thirdRun]);
      expect((await place.runner().record.read())?.text).toBe('{"third":true}\n');
    });

    test("a record and a journal that a run writes at one time are both kept", async () => {
      const record = await place.runner().record.read();
      await locked("both", ({ record: { write }, runs }) =>
        Promise.all([
          runs.kept.write(new Map([[thirdRun, "at one time\n"]]), "both"),
          write('{"fourth":true}\n', record?.version),
        ]),
      );
      expect((await place.runner().record.read())?.text).toBe('{"fourth":true}\n');
      expect(await place.runner().runs.read(thirdRun)).toBe("at one time\n");
    });
  });
}

/**
 * The test that each place passes which several machines share. A folder has one machine: who removes its lock by hand
 * knows that its process is gone.
 */
export function testLostLock(name: string, open: () => Promise<Place>): void {
  test(`state in ${name}: a run whose lock was removed and taken by another writes no more`, async () => {
    const place = await open();
    onTestFinished(place.close);
    const runner = place.runner();
    const lock = await runner.lock.take(holder("lost"));
    const log = await runner.runs.begin(thirdRun, "begun\n", "lost");
    await place.runner().lock.remove("lost");
    const next = await place.runner().lock.take(holder("other"));
    await expect(runner.runs.kept.write(new Map([[firstRun, "whole\n"]]), "lost")).rejects.toThrow(LockLost);
    // Another run holds the lock: nobody is told that it is free.
    await expect(runner.runs.kept.write(new Map([[firstRun, "whole\n"]]), "lost")).rejects.toThrow(
      /run: (?!it is)/,
    );
    await expect(log.append("after\n").then(() => log.close())).rejects.toThrow(LockLost);
    if ("release" in next) await next.release();
    if ("release" in lock) await lock.release();
  });
}
