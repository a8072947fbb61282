import { Writable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ioOf } from "../../test/support/run-docform.ts";
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
function guarded() {
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
  const guard = guardIo({ ...io, disk, stdout: stream("stdout", true), stderr: stream("stderr", false) });
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

test("a text that only begins like a secret comes out whole, at the latest when the command ends", () => {
  const { io, flush, written } = guarded();
  io.hide?.([token], "everywhere");
  io.stderr.write("Send it? c");
  expect(written.stderr).toBe("Send it? ");
  flush();
  flush();
  expect(written.stderr).toBe("Send it? c");
});

describe("on a terminal, where both streams are one text,", () => {
  // Of the token of the README, a base64 form begins with h and another with l: the ends of what hides and shows a cursor.
  const plain = "acme-admin";
  const escapes = ["\u001b[?25l", "\u001b[?25h", "\u001b[1m", "\u001b[2K\u001b[1A\u001b[G"];

  test.each(escapes)("an escape sequence comes out whole at once: %j", (sequence) => {
    const { io, written } = guarded();
    io.hide?.([plain, token], "everywhere");
    io.stderr.write(sequence);
    expect(written.stderr).toBe(sequence);
    io.stderr.write(`${plain}\n`);
    expect(written.stderr).toBe(`${sequence}[redacted]\n`);
  });

  test("what waits on one stream comes out before the other one is written", () => {
    const { io, flush, written } = guarded();
    io.hide?.([token], "everywhere");
    io.stderr.write("Wait: ca");
    io.stdout.write("Apply: 1 done.\n");
    expect(written).toMatchObject({ stderr: "Wait: ca", stdout: "Apply: 1 done.\n" });
    io.stderr.write("lls\n");
    flush();
    expect(written.stderr).toBe("Wait: calls\n");
  });

  test.each(forms)(
    "of what is cut over two writes no more than a hint is shown, whatever comes between: %s",
    (form) => {
      for (let at = 1; at < form.length; at += 1) {
        const { io, flush, written } = guarded();
        io.hide?.([token], "everywhere");
        io.stderr.write(`<${form.slice(0, at)}`);
        io.stdout.write("between\n");
        io.stderr.write(`${form.slice(at)}>\n`);
        flush();
        expect(written.stdout).toBe("between\n");
        expect(written.stderr, `cut at ${at}`).toContain("[redacted]");
        // Not even when what stands for it is taken out.
        expect((written.stderr ?? "").replaceAll("[redacted]", "")).not.toMatch(
          /canary|4711|Y2FuYXJ5|nary.token/,
        );
      }
    },
  );

  test("whatever is written to which stream in which pieces, no form of a secret comes out", () => {
    const piece = fc.record({
      stream: fc.constantFrom("stdout" as const, "stderr" as const),
      cut: fc.nat(40),
    });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom(...forms), (pieces, form) => {
        const { io, flush, written } = guarded();
        io.hide?.([token], "everywhere");
        const left = { stdout: `<${form}>${form}>\n`, stderr: `<${form}>\n` };
        const send = (stream: "stdout" | "stderr", length: number): void => {
          io[stream].write(left[stream].slice(0, length));
          left[stream] = left[stream].slice(length);
        };
        for (const { stream, cut } of pieces) send(stream, cut);
        send("stdout", 400);
        send("stderr", 400);
        flush();
        for (const text of [written.stdout, written.stderr])
          expect(text).not.toMatch(/canary\/token|4711|Y2FuYXJ5/);
      }),
    );
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
  const { io, written } = guarded();
  expect([io.stdout.isTTY, io.stderr.isTTY, Reflect.get(io.stdout, "columns")]).toEqual([true, false, 80]);
  const before = io.stdout.write;
  const taken: unknown[] = [];
  io.stdout.write = ((text: unknown) => taken.push(text)) as never;
  io.stdout.write("while");
  io.stdout.write = before;
  io.stdout.write("after");
  expect([taken, written.stdout]).toEqual([["while"], "after"]);
});
