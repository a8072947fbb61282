import type { Io } from "../../io/io.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { terminalText } from "../../render/safe-text.ts";

/** `docform completion SHELL`: prints the script for a shell. */
export function completion(io: Io, shell: Shell): ExitCode {
  io.stdout.write(completionScripts[shell]);
  return exitCode.done;
}

/** A completion candidate and its description. */
export interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** The completion of one word: a list of candidates, or `files` when the shell shall complete file names. */
export type Offer = readonly Candidate[] | "files";

/**
 * `docform __complete`: the candidates for the last word. On any failure it prints nothing, so that the shell
 * stays usable.
 */
export async function answerShell(io: Io, offering: Promise<Offer>): Promise<ExitCode> {
  const offer = await offering.catch((): Offer => []);
  const lines = offer === "files" ? [":files"] : offer.filter(isPlain).map(lineOf);
  io.stdout.write(lines.map((line) => `${line}\n`).join(""));
  return exitCode.done;
}

/** Shells put a candidate into the command line as it is, so nothing is offered that means more to a shell than itself. */
function isPlain({ value }: Candidate): boolean {
  return /^[\w./:@=+,%-]+$/.test(value);
}

function lineOf({ value, about }: Candidate): string {
  return `${value}\t${terminalText(about)}`;
}

/** The shells that docform completes for. */
export const shells = ["bash", "zsh", "fish"] as const;

/** One of them. */
type Shell = (typeof shells)[number];

// Each script calls `docform __complete -- WORD …`. The answer has one line for each candidate: the value, a
// tab, the description. The line `:files` asks the shell to complete file names.

const bash = `# Completion of docform for bash:  source <(docform completion bash)
_docform() {
  local line=\${COMP_LINE:0:COMP_POINT} answer before mark
  local -a words
  read -ra words <<< "$line"
  if [[ $line == *[[:space:]] ]]; then words+=(""); fi
  local begun=\${words[\${#words[@]}-1]}
  # Bash takes what stands before one of these for a word of its own, and replaces only what stands behind it.
  before=""
  for mark in ":" "=" "@"; do
    if [[ $COMP_WORDBREAKS == *"$mark"* && $begun == *"$mark"* ]]; then
      local upto=\${begun%"$mark"*}$mark
      if (( \${#upto} > \${#before} )); then before=$upto; fi
    fi
  done
  COMPREPLY=()
  while IFS= read -r answer; do
    if [[ $answer == ":files" ]]; then
      compopt -o filenames 2> /dev/null
      while IFS= read -r answer; do COMPREPLY+=("$answer"); done < <(compgen -f -- "$begun")
      return
    fi
    answer=\${answer%%$'\\t'*}
    COMPREPLY+=("\${answer#"$before"}")
  done < <("$1" __complete -- "\${words[@]:1}" 2> /dev/null)
}
complete -F _docform docform
`;

const zsh = `#compdef docform
# Completion of docform for zsh:  source <(docform completion zsh)
_docform() {
  local line
  local -a candidates
  for line in "\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null)}"; do
    if [[ $line == ":files" ]]; then
      _files
      return
    fi
    if [[ -n $line ]]; then candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"); fi
  done
  _describe -V docform candidates
}
compdef _docform docform
`;

const fish = `# Completion of docform for fish:  docform completion fish | source
function __docform_complete
  set -l words (commandline -opc)
  set -l lines ($words[1] __complete -- $words[2..-1] (commandline -ct) 2> /dev/null)
  if test "$lines[1]" = ":files"
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $lines
  end
end
complete -c docform -f -a '(__docform_complete)'
`;

/** The script that makes a shell complete docform. */
export const completionScripts: Readonly<Record<Shell, string>> = { bash, zsh, fish };
