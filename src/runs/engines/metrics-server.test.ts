import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { serveMetrics } from "./metrics-server.ts";

test("a connection that the server cannot take is told, and ends no work", async () => {
  let said = "";
  const stderr = { write: (text: string) => (said += text) };
  const end = await serveMetrics(
    { stderr: stderr as never },
    { host: "127.0.0.1", port: 0 },
    async () => "a 1\n",
  );
  onTestFinished(end);
  const [url = ""] = /http:\S+\/metrics/.exec(said) ?? [];
  let server: Server | undefined;
  const hear = (message: unknown): void => {
    server = (message as { server: Server }).server;
  };
  subscribe("http.server.request.start", hear);
  onTestFinished(() => void unsubscribe("http.server.request.start", hear));
  expect(await (await fetch(url)).text()).toBe("a 1\n");
  expect(server?.emit("error", new Error("accept EMFILE"))).toBe(true);
  expect(said).toContain("Metrics: accept EMFILE.\n");
  expect(await (await fetch(url)).text()).toBe("a 1\n");
});
