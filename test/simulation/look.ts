import { main } from "../../src/cli/main.ts";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import type { Platform } from "../../src/platform/platform.ts";
import { collector } from "../support/collector.ts";
import { directTransport } from "../support/direct-transport.ts";
import { type Machine, quietIo } from "./process.ts";

/** What a plan says that nothing goes wrong with: the plan, or why there is none. */
export type Look = { readonly plan: PlanDocument } | { readonly problem: string };

/** Plans at once, without faults: what there is to do at this moment. Writes nothing. */
export async function look(
  machine: Pick<Machine, "scheduler" | "random" | "env" | "disk">,
  platform: Platform,
): Promise<Look> {
  const stdout = collector();
  const io = {
    ...quietIo(machine, 0),
    random: () => 0.5,
    stdout: stdout.stream,
    disk: machine.disk.readOnly,
    openTransport: () => directTransport(platform),
  };
  const code = await main(["plan", "--format", "json"], io);
  const text = stdout.text();
  return code === 0 ? { plan: JSON.parse(text) as PlanDocument } : { problem: text };
}
