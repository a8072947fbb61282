/** A word as a shell takes it, so that a command that is shown can be copied, whatever names the platform gives. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
