import type { HttpRequest, HttpResponse, PooledTransport } from "../../src/client/transport.ts";
import type { PlanDocument } from "../../src/core/plan-document.ts";
import { main } from "../../src/main.ts";
import { handleRaw, type Platform } from "../../src/platform/platform.ts";
import { collector } from "../support/collector.ts";
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
    disk: machine.disk.open(
      () => Promise.reject(new Error("a plan writes nothing")),
      () => undefined,
    ),
    openTransport: () => directTransport(platform),
  };
  const code = await main(["plan", "--format", "json"], io);
  const text = stdout.text();
  return code === 0 ? { plan: JSON.parse(text) as PlanDocument } : { problem: text };
}

/** Carries requests to a platform at once. */
export function directTransport(platform: Platform): PooledTransport {
  const send = async ({ method, url, headers, body }: HttpRequest): Promise<HttpResponse> => {
    const { pathname, search } = new URL(url);
    const answer = handleRaw(platform, { method, url: pathname + search, headers, bodyText: body });
    return { status: answer.status, headers: answer.headers, body: answer.bodyText };
  };
  return Object.assign(send, { close: async () => {} });
}
