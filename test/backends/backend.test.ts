import { join } from "node:path";
import { expect, test } from "vitest";
import { bareRepository } from "./git-server.ts";
import { gitRunner, newFolder, ownPlaces } from "./places.ts";
import { testLostLock, testPlace } from "./suite.ts";

for (const [name, open] of Object.entries(ownPlaces)) testPlace(name, open);
testLostLock("Git over files", ownPlaces["Git over files"]);

test("processes that share a folder and a Git repository, with refs of their own, never read each other's", async () => {
  const remote = `file://${bareRepository(join(newFolder(), "state.git"))}`;
  const folder = newFolder();
  const refs = ["staging", "production"];
  const open = (ref: string) => gitRunner(remote, { ref, folder });
  for (const ref of refs) await open(ref).record.write(`{"of":"${ref}"}\n`, undefined);
  const read = async (ref: string): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      const backend = open(ref);
      expect((await backend.record.read())?.text).toBe(`{"of":"${ref}"}\n`);
      await backend.close();
    }
  };
  await Promise.all([...refs, ...refs].map(read));
});
