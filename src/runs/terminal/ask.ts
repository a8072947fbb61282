import { type CANCEL_SYMBOL, isCancel, multiselect, select, text } from "@clack/prompts";
import type { Dialogue } from "./confirm.ts";

/** A choice and its label. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Questions on a terminal. An answer is undefined when it was broken off, with Ctrl-C or Escape. */
export interface Questions {
  /** `problemOf` returns the problem of an answer, and the question is asked again. */
  readonly text: (
    message: string,
    placeholder: string,
    problemOf: (answer: string) => string | undefined,
  ) => Promise<string | undefined>;
  readonly one: (message: string, choices: readonly Choice[]) => Promise<string | undefined>;
  /** One of them at least. */
  readonly some: (message: string, choices: readonly Choice[]) => Promise<readonly string[] | undefined>;
}

/** Asks on these streams. What is asked must be safe to print. */
export function questionsOn({ input, output }: Dialogue): Questions {
  const streams = { input, output } as { input: NodeJS.ReadStream; output: NodeJS.WriteStream };
  return {
    text: async (message, placeholder, problemOf) =>
      answerOf(
        await text({
          ...streams,
          message,
          placeholder,
          validate: (answer) => problemOf((answer ?? "").trim()),
        }),
      )?.trim(),
    one: async (message, choices) => answerOf(await select({ ...streams, message, options: [...choices] })),
    some: async (message, choices) =>
      answerOf(await multiselect({ ...streams, message, options: [...choices], required: true })),
  };
}

function answerOf<T>(answer: T | typeof CANCEL_SYMBOL): T | undefined {
  return isCancel(answer) ? undefined : answer;
}
