import { readerOf } from "../../src/cli/project/connect.ts";
import { createClient, readOnly } from "../../src/client/client.ts";
import { kinds } from "../../src/kinds/kinds.ts";
import { loadProject } from "../../src/manifest/load/load-project.ts";
import { diskFiles } from "../../src/manifest/read/disk-files.ts";
import type { Platform } from "../../src/platform/platform.ts";
import { readLive } from "../../src/refresh/read-live.ts";
import { editByHand, type HandEdit } from "../laws/other-admin.ts";
import { directTransport } from "../support/direct-transport.ts";
import type { MemoryDisk } from "./memory-disk.ts";
import { pickFrom } from "./pick.ts";
import { folder } from "./process.ts";
import { baseUrl, canaries, environment } from "./project.ts";

/** Makes a change by hand, at once; says what it was. */
type EditByHand = () => Promise<string | undefined>;

const types: readonly HandEdit["type"][] = ["field", "field", "field", "delete", "move", "member", "create"];

/** Another administrator of the same organization, who works with a browser. */
export function createAdmin(platform: Platform, disk: MemoryDisk, random: () => number): EditByHand {
  const transport = directTransport(platform);
  let last = "";
  const client = createClient({
    baseUrl,
    token: canaries.token,
    transport: (request) => {
      last = `${request.method} ${new URL(request.url).pathname}`;
      return transport(request);
    },
    clock: { now: () => 0, sleep: async () => {} },
    random: () => 0,
    userAgent: "browser",
  });
  const number = (): number => Math.floor(random() * 1000);
  return async () => {
    const project = await loadProject(folder, diskFiles(folder, disk.readOnly), environment, kinds);
    const { resources } = await readLive(project.desired, kinds, readerOf(readOnly(client), project));
    const edit: HandEdit = { type: pickFrom(types, random), a: number(), b: number(), c: number() };
    const made = await editByHand({ client }, resources, edit);
    if (made === undefined) return undefined;
    return made === "done"
      ? `${edit.type} by ${last}`
      : `${made.field} of ${made.live.kind} ${made.live.id} is ${JSON.stringify(made.value)}`;
  };
}
