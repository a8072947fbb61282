import { DiagnosticError, error } from "../model/diagnostic.ts";
import { decoded } from "../text/percent-encoding.ts";

/** The proxies of a process, and the hosts that are reached without one; an empty text where there is none. */
export interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  /** Hosts, divided by commas: each with its subdomains, `host:port` for one port; `*` for all. */
  readonly noProxy: string;
}

/**
 * The proxies that the environment names, in the form of curl: the name in small letters goes first. Nothing else may name
 * one: whoever can write a manifest must not choose where requests go. Fails with a `DiagnosticError` for what is no
 * address of a proxy; the value may hold a password, so it is not shown.
 */
export function proxiesOf(env: Readonly<Record<string, string | undefined>>): Proxies | undefined {
  const httpProxy = proxyIn(env, "HTTP_PROXY");
  const httpsProxy = proxyIn(env, "HTTPS_PROXY") || httpProxy;
  if (httpsProxy === "") return undefined;
  return { httpProxy, httpsProxy, noProxy: variable(env, "NO_PROXY") };
}

function proxyIn(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = variable(env, name);
  if (value === "") return "";
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const { protocol, host } = URL.canParse(address) ? new URL(address) : {};
  if (host && (protocol === "http:" || protocol === "https:")) return address;
  const hint = `write ${name} as http://proxy.example:3128, or unset it`;
  throw new DiagnosticError([error("DF4007", `${name} is not the address of an http proxy`, { hint })]);
}

function variable(env: Readonly<Record<string, string | undefined>>, name: string): string {
  return (env[name.toLowerCase()] || env[name] || "").trim();
}

/** The user name and password of a proxy, as written and as sent: masked wherever output leaves. One may be a token alone. */
export function proxySecrets({ httpProxy, httpsProxy }: Proxies): readonly string[] {
  return [httpProxy, httpsProxy].flatMap((address) => {
    if (address === "") return [];
    const { username, password } = new URL(address);
    const token = password === "" ? username : password;
    return token === "" ? [] : [`${username}:${password}`, token, decoded(token)];
  });
}

/** The proxy for an address, as a message names it: without user name and password. */
export function proxyName({ httpProxy, httpsProxy }: Proxies, url: string): string {
  return new URL(url.startsWith("https:") ? httpsProxy : httpProxy).origin;
}
