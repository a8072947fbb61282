import { createInterface } from "node:readline/promises";

/** Where a question is asked and answered. */
export interface Dialogue {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** What became of a question. */
export type Answer = "yes" | "no" | "interrupted";

/** Asks a question that only the word `yes` accepts. Another answer, the end of input and Ctrl-C refuse. */
export async function confirm(question: string, { input, output }: Dialogue): Promise<Answer> {
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
    const answer = await Promise.race([lines.question(`${question}\nOnly "yes" is accepted: `), closed]);
    return answer.trim() === "yes" ? "yes" : refusal();
  } catch {
    return refusal();
  } finally {
    lines.close();
  }
}
