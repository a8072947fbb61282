import { createClient, readOnly } from "../../src/client/client.ts";
import { operationsIn } from "../../src/contract/operations.ts";
import { loadProject } from "../../src/manifest/load/load-project.ts";
import { diskFiles } from "../../src/manifest/read/project-files.ts";
import type { Platform } from "../../src/platform/platform.ts";
import { readerOf } from "../../src/project/connect.ts";
import { readLive } from "../../src/refresh/read-live.ts";
import { type HandEdit as Drawn, editByHand } from "../laws/harness/other-admin.ts";
import { directTransport } from "../support/network/direct-transport.ts";
import type { MemoryDisk } from "./machine/memory-disk.ts";
import { folder } from "./machine/process.ts";
import { pickFrom } from "./pick.ts";
import { baseUrl, canaries, environment } from "./project.ts";

/** The edits of somebody else. */
export interface HandEdit {
  readonly text: string;
  /** The object whose field was set. */
  readonly id?: string;
}

/** Makes a change by hand, at once; says what it was. */
type EditByHand = () => Promise<HandEdit | undefined>;

const types: readonly Drawn["type"][] = ["field", "field", "field", "delete", "move", "member", "create"];

/** Another administrator of the same organization, who works with a browser between two runs of docform. */
export function createAdmin(platform: Platform, disk: MemoryDisk, random: () => number): EditByHand {
  const transport = directTransport(platform);
  let last = "";
  const client = createClient({
    baseUrl,
    operations: operationsIn(platform.edition),
    token: canaries.token,
    transport: (request) => {
      last = `${request.method} ${new URL(request.url).pathname}`;
      return transport(request);
    },
    clock: { now: () => 0, monotonic: () => 0, sleep: async () => {} },
    random: () => 0,
    userAgent: "browser",
  });
  const number = (): number => Math.floor(random() * 1000);
  return async () => {
    const project = await loadProject(folder, diskFiles(folder, disk.readOnly), { env: environment });
    const { resources } = await readLive(
      project.desired,
      project.kinds.all,
      readerOf(readOnly(client), project),
    );
    const edit: Drawn = { type: pickFrom(types, random), a: number(), b: number(), c: number() };
    const made = await editByHand({ client, kinds: project.kinds }, resources, edit);
    if (made === undefined) return undefined;
    if (made === "done") return { text: `${edit.type} by ${last}` };
    const { field, live, value } = made;
    return { text: `${field} of ${live.kind} ${live.id} is ${JSON.stringify(value)}`, id: live.id };
  };
}
