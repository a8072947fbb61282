import { main } from "../../src/cli/main.ts";
import type { Disk } from "../../src/io/disk.ts";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import type { Platform } from "../../src/platform/platform.ts";
import { directTransport } from "../support/network/direct-transport.ts";
import { collector } from "../support/processes/collector.ts";
import { invitingIn } from "./machine/command-line.ts";
import { type Machine, quietIo } from "./machine/process.ts";
import type { StateServer } from "./state/state-server.ts";
import { byOrigin } from "./state/state-wire.ts";

/** The result of a plan without faults: the plan, or why there is none. */
export type Look = { readonly plan: PlanDocument } | { readonly problem: string };

/** The subjects of a look. */
interface Sight extends Pick<Machine, "scheduler" | "random" | "env" | "disk"> {
  readonly platform: Platform;
  readonly stateServer: StateServer;
}

/** Plans at once, without faults: what there is to do at this moment. Writes nothing. */
export async function look(sight: Sight): Promise<Look> {
  const { code, text } = await glance(
    sight,
    ["plan", "--format", "json", ...invitingIn(sight.platform)],
    sight.disk.readOnly,
  );
  return code === 0 ? { plan: JSON.parse(text) as PlanDocument } : { problem: text };
}

/** Runs a command at once that changes nothing, without faults. */
export async function glance(sight: Sight, argv: readonly string[], disk: Disk) {
  const stdout = collector();
  const io = {
    ...quietIo(sight, 0),
    random: () => 0.5,
    stdout: stdout.stream,
    disk,
    openTransport: () =>
      byOrigin(async (request) => sight.stateServer.answer(request, 0), directTransport(sight.platform)),
  };
  const code = await main(argv, io);
  return { code, text: stdout.text() };
}
