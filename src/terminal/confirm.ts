import { createInterface } from "node:readline/promises";

/** Where a question is asked and answered. */
export interface Dialogue {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Asks a question that only the word `yes` accepts. Another answer, the end of input and Ctrl-C refuse. */
export async function confirm(question: string, { input, output }: Dialogue): Promise<boolean> {
  const lines = createInterface({ input, output });
  try {
    const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    const answer = await Promise.race([lines.question(`${question}\nOnly "yes" is accepted: `), closed]);
    return answer.trim() === "yes";
  } catch {
    return false;
  } finally {
    lines.close();
  }
}
