import { createInterface } from "node:readline/promises";
import { dropTypedAhead } from "./typed-ahead.ts";

/** The streams of a question. */
export interface Dialogue {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** The outcome of a question. */
export type Answer = "yes" | "no" | "interrupted";

/**
 * Asks a question that only the word `yes` accepts. Any other answer, the end of input and Ctrl-C refuse.
 * Input typed before the question is dropped, because its author had not seen the question.
 */
export async function confirm(question: string, dialogue: Dialogue): Promise<Answer> {
  const { output } = dialogue;
  const before = await dropTypedAhead(dialogue.input);
  const prompt = `${question}\nOnly "yes" is accepted: `;
  if (before === "nothing" || before === "text") {
    if (before === "text") output.write("What was typed before this question does not count.\n");
    return answerTo(prompt, dialogue);
  }
  output.write(`${prompt}\n`);
  return before === "interrupt" ? "interrupted" : "no";
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
