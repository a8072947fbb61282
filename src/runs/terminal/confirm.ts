import { createInterface } from "node:readline/promises";
import { setTimeout as pause } from "node:timers/promises";
import { type ExitCode, exitCode } from "../../model/stop.ts";

/** The streams of a question. */
export interface Dialogue {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** The outcome of a question. */
type Answer = "yes" | "no" | "interrupted";

/**
 * Asks a question that only the word `yes` accepts. Any other answer, the end of input and Ctrl-C refuse.
 * Input typed before the question is dropped, because its author had not seen the question.
 */
export async function confirm(question: string, dialogue: Dialogue): Promise<Answer> {
  const { input, output } = dialogue;
  // A question before this one has read the end of the input, which nothing tells again.
  const hasEnded = "readableEnded" in input && input.readableEnded === true;
  const before = hasEnded ? "end" : await dropTypedAhead(input);
  const prompt = `${question}\nOnly "yes" is accepted: `;
  if (before === "nothing" || before === "text") {
    if (before === "text") output.write("What was typed before this question does not count.\n");
    return answerTo(prompt, dialogue);
  }
  output.write(`${prompt}\n`);
  return before === "interrupt" ? "interrupted" : "no";
}

/** Asks, tells a refusal, and returns the exit code of a command that may not go on; undefined after a yes. */
export async function askToGoOn(
  question: string,
  refused: string | undefined,
  dialogue: Dialogue,
): Promise<ExitCode | undefined> {
  const answer = await confirm(question, dialogue);
  if (answer === "yes") return undefined;
  if (refused !== undefined) dialogue.output.write(`${refused}\n`);
  return answer === "interrupted" ? exitCode.interrupted : exitCode.error;
}

async function answerTo(prompt: string, { input, output }: Dialogue): Promise<Answer> {
  const lines = createInterface({ input, output });
  let isInterrupted = false;
  // On a terminal in raw mode, Ctrl-C is a key and no signal.
  lines.once("SIGINT", () => {
    isInterrupted = true;
    lines.close();
  });
  const refusal = (): Answer => (isInterrupted ? "interrupted" : "no");
  try {
    const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    const answer = await Promise.race([lines.question(prompt), closed]);
    return answer.trim() === "yes" ? "yes" : refusal();
  } catch {
    return refusal();
  } finally {
    lines.close();
  }
}

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
