import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { ioOf } from "../../test/support/processes/run-docform.ts";
import type { Disk } from "./disk.ts";
import { guardIo } from "./guarded-io.ts";
import type { Io } from "./io.ts";

const token = "canary/token-4711";
const forms = [
  token,
  encodeURIComponent(token),
  JSON.stringify(token),
  Buffer.from(`Bearer ${token}`).toString("base64"),
];

/** Streams and files that keep what is written, and a guard before them. */
function guarded(isTerminal = false) {
  const written: Record<string, string> = { stdout: "", stderr: "", file: "", log: "" };
  const keep = (name: string, text: string): void => {
    written[name] += text;
  };
  const stream = (name: string, isTTY: boolean): Io["stdout"] =>
    Object.assign(
      new Writable({
        decodeStrings: false,
        write: (chunk, _, done) => {
          keep(name, String(chunk));
          done();
        },
      }),
      { isTTY, columns: 80 },
    );
  const io = ioOf({ cwd: "/" });
  const disk: Disk = {
    ...io.disk,
    create: async (_, text) => keep("file", text),
    openLog: async () => ({ append: async (text) => keep("log", text), close: async () => {} }),
  };
  const guard = guardIo({
    ...io,
    disk,
    stdout: stream("stdout", false),
    stderr: stream("stderr", isTerminal),
  });
  return { ...guard, written };
}

test("a hidden text is masked in streams and files, in each form and whoever writes it", async () => {
  const { io, flush, written } = guarded();
  io.hide?.([token], "everywhere");
  const log = await io.disk.openLog("/log");
  for (const form of forms) {
    io.stdout.write(`<${form}>\n`);
    io.stderr.write(new TextEncoder().encode(`<${form}>\n`));
    await io.disk.create("/file", `<${form}>\n`);
    await log.append(`<${form}>\n`);
  }
  flush();
  for (const [where, text] of Object.entries(written)) {
    expect(text.match(/\[redacted\]/g), where).toHaveLength(forms.length);
    expect(text, where).not.toMatch(/canary|4711|Y2FuYXJ5/);
  }
});

test.each(forms)("what is cut over two writes is masked wherever it is cut: %s", (form) => {
  for (let at = 1; at < form.length; at += 1) {
    const { io, flush, written } = guarded();
    io.hide?.([token], "everywhere");
    io.stdout.write(`before ${form.slice(0, at)}`);
    io.stdout.write(`${form.slice(at)} after\n`);
    flush();
    expect(written.stdout).toMatch(/^before .*\[redacted\].* after\n$/);
    expect(written.stdout).not.toContain(form);
  }
});

test("a line waits for its newline, or for the end of the command", () => {
  const { io, flush, written } = guarded();
  io.hide?.([token], "everywhere");
  io.stdout.write("one\nSend");
  expect(written.stdout).toBe("one\n");
  io.stdout.write(" it?");
  flush();
  flush();
  expect(written.stdout).toBe("one\nSend it?");
});

test("a terminal gets each write at once, masked: a question ends in no newline", () => {
  const { io, written } = guarded(true);
  io.hide?.([token], "everywhere");
  io.stderr.write(`Send ${token}? `);
  expect(written.stderr).toBe("Send [redacted]? ");
});

test("a secret of several lines is masked line by line, but for the frame of a PEM file", () => {
  const { io, written } = guarded();
  const lines = ["-----BEGIN CERTIFICATE-----", "canaryline1", "canaryline2", "-----END CERTIFICATE-----"];
  io.hide?.([lines.join("\n")], "everywhere");
  for (const line of lines) io.stdout.write(`${line}\n`);
  io.stderr.write(JSON.stringify(lines.join("\n")));
  io.stderr.write("\n");
  expect(written).toMatchObject({
    stdout: `${lines[0]}\n[redacted]\n[redacted]\n${lines[3]}\n`,
    stderr: '"[redacted]"\n',
  });
});

test("a value that is hidden from sight is left alone in files, and a short one everywhere", async () => {
  const { io, written } = guarded();
  io.hide?.(["Developer Hub"], "shown");
  io.hide?.(["", "docs"], "everywhere");
  io.stdout.write("Developer Hub, docs\n");
  await io.disk.create("/plan.json", "Developer Hub, docs\n");
  expect(written).toMatchObject({ stdout: "[redacted], docs\n", file: "Developer Hub, docs\n" });
});

test("a guarded stream is a terminal when the stream is one, and may be taken over by a progress display", () => {
  const { io, flush, written } = guarded(true);
  expect([io.stdout.isTTY, io.stderr.isTTY, Reflect.get(io.stdout, "columns")]).toEqual([false, true, 80]);
  const before = io.stdout.write;
  const taken: unknown[] = [];
  io.stdout.write = ((text: unknown) => taken.push(text)) as never;
  io.stdout.write("while");
  io.stdout.write = before;
  io.stdout.write("after");
  flush();
  expect([taken, written.stdout]).toEqual([["while"], "after"]);
});
