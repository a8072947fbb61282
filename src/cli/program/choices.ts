import { type Argument, type Command, InvalidArgumentError, type Option } from "commander";
import { nearMatch } from "../../text/near-match.ts";

/** Lets options and arguments with choices name the nearest one: commander does that for commands and options only. */
export function checkChoices(command: Command): void {
  for (const option of command.options) checkChoice(option);
  for (const argument of command.registeredArguments) checkChoice(argument);
}

function checkChoice(one: Option | Argument): void {
  const { argChoices: choices, variadic } = one;
  if (choices === undefined || variadic) return;
  one.argParser((text: string) => {
    if (choices.includes(text)) return text;
    const near = nearMatch(text, choices);
    // The form in which commander itself names what was meant.
    const meant = near === undefined ? "" : `\n(Did you mean ${near}?)`;
    throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.${meant}`);
  });
}
