import type { Command } from "commander";
import type { Io } from "../../io/io.ts";
import { error } from "../../model/diagnostic.ts";
import { nearMatch } from "../../text/near-match.ts";
import { type ExitCode, exitCode } from "../project/exit-code.ts";
import { Stop } from "../project/stop.ts";
import { topics } from "./topics.ts";

/** `docform help [COMMAND|TOPIC]`. */
export function showHelp(io: Io, words: readonly string[], help: Command): ExitCode {
  const topic = words.length === 1 ? topics[words.join()] : undefined;
  io.stdout.write(topic?.text ?? commandOf(words, help.parent ?? help).helpInformation());
  return exitCode.done;
}

/** The command that the words name, one below the other. Throws `Stop` for none. */
function commandOf(words: readonly string[], program: Command): Command {
  return words.reduce((command, word) => {
    const found = command.commands.find((one) => one.name() === word);
    if (found !== undefined) return found;
    const names = [...command.commands.map((one) => one.name()), ...Object.keys(topics)];
    const near = nearMatch(word, names);
    const hint = `${near === undefined ? "" : `Did you mean ${near}? Else `}see docform --help`;
    throw new Stop([error("DF5001", `there is no help on "${words.join(" ")}"`, { hint })]);
  }, program);
}
