/**
 * Does a Host header name this machine? The name of a stranger's page may lead here (DNS rebinding), and its browser
 * names that one. The port does not matter: a tunnel may have another.
 */
export function isOwnName(host: string | undefined): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host ?? "");
}

/** Is it an address that only this machine reaches? */
export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || isOwnName(address);
}
