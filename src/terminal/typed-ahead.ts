import { setTimeout as pause } from "node:timers/promises";

/** The input side of a terminal. */
interface Keyboard extends NodeJS.ReadableStream {
  readonly setRawMode: (isRaw: boolean) => unknown;
}

/** The kind of input that was typed before a question. */
export type TypedAhead = "nothing" | "text" | "end" | "interrupt";

/** Milliseconds in which a terminal delivers its buffered input; it reads no new input meanwhile. */
const handingOut = 50;
/** Ctrl-C in raw mode. */
const interrupt = "\u0003";
/** Ctrl-D; Linux hands it out as the second one when it was typed before raw mode. */
const ends = ["\u0004", "\u0000"];

/**
 * Drops buffered input of a terminal and returns its kind: it is no answer to a later question. On a terminal
 * that can ask, raw mode stays on, so that keys can be read.
 */
export async function dropTypedAhead(input: NodeJS.ReadableStream): Promise<TypedAhead> {
  if (!isKeyboard(input)) return "nothing";
  // Without raw mode the terminal delivers whole lines only, and would keep the rest for the question.
  input.setRawMode(true);
  let text = "";
  let hasEnded = false;
  const take = (chunk: string | Uint8Array): void => {
    text += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
  };
  const end = (): void => {
    hasEnded = true;
  };
  input.on("data", take).on("end", end);
  await pause(handingOut);
  input.off("data", take).off("end", end).pause();
  const isOver = hasEnded || ends.some((one) => text.includes(one));
  if (isOver || text.includes(interrupt)) input.setRawMode(false);
  if (text.includes(interrupt)) return "interrupt";
  if (isOver) return "end";
  return text === "" ? "nothing" : "text";
}

function isKeyboard(input: NodeJS.ReadableStream): input is Keyboard {
  return "setRawMode" in input;
}
