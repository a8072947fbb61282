/** A line of a file with stars in place of the name and password of an address in it. Nothing else moves. */
export function hideLogins(line: string): string {
  if (!line.includes("@")) return line;
  return line
    .split(/([\s"']+)/)
    .map(withoutLogin)
    .join("");
}

/** What stands before an `@`: after `//`, or with the colon that is before a password. An email has neither. */
function withoutLogin(word: string): string {
  const slashes = word.indexOf("//");
  const start = slashes === -1 ? 0 : slashes + 2;
  const login = word.slice(start, Math.max(start, word.lastIndexOf("@")));
  const isLogin = login.includes(":") || (slashes !== -1 && !login.includes("/"));
  return isLogin ? word.slice(0, start) + "*".repeat(login.length) + word.slice(start + login.length) : word;
}
