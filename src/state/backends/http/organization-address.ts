import type { Io } from "../../../io/io.ts";
import { stop } from "../../../model/stop.ts";
import type { PlaceOrganization } from "../backend-type.ts";
import { type HttpSetting, httpVariables } from "./http-setting.ts";

/** The part of an address that stands for the organization: each has a document and a lock of its own. */
export const organizationPart = "{organization}";

const addresses = ["address", "lockAddress", "unlockAddress"] as const;

/**
 * The settings and the environment, with the organization in their addresses. Throws `Stop` when it is one of several and
 * an address does not name it, or names it in the server: its id is from docform.yaml, and says no server.
 */
export function forOrganization(
  { env }: Pick<Io, "env">,
  setting: HttpSetting,
  organization: PlaceOrganization | undefined,
): { readonly env: Io["env"]; readonly setting: HttpSetting } {
  if (organization === undefined) return { env, setting };
  const fill = (where: string, text: string | undefined): string | undefined => {
    if (text === undefined || text === "") return text;
    if (leadsElsewhere(text, organization.name)) throw notInPath(where);
    if (organization.isOneOfSeveral && !text.includes(organizationPart)) throw isMissing(where);
    return text.replaceAll(organizationPart, () => organization.name);
  };
  const written = addresses.map((name) => [name, fill(`state.http.${name}`, setting[name])] as const);
  const variables = addresses.flatMap((name) => httpVariables[name]);
  const given = variables.map((name) => [name, fill(name, env[name])] as const);
  return {
    env: { ...env, ...Object.fromEntries(given) },
    setting: { ...setting, ...Object.fromEntries(written.filter(([, text]) => text !== undefined)) },
  };
}

function isMissing(where: string) {
  const hint = `write ${organizationPart} into ${where}, such as https://state.example/docs-${organizationPart}`;
  const message = `the project has several organizations, and ${where} names one place for all of them`;
  return stop("DF5040", message, { hint });
}

/** Does the organization decide on the server, or on the folder there? An id of dots is a step up. */
function leadsElsewhere(address: string, name: string): boolean {
  const other = `${name}x`;
  const [plain, own] = [other, name].map((one) => address.replaceAll(organizationPart, () => one));
  if (plain === undefined || own === undefined || !URL.canParse(plain) || !URL.canParse(own)) return false;
  const [{ host, pathname }, filled] = [new URL(plain), new URL(own)];
  return host !== filled.host || pathname.replaceAll(other, () => name) !== filled.pathname;
}

function notInPath(where: string) {
  const hint = "write it as a part of the path, such as https://state.example/docs-{organization}";
  return stop("DF5040", `${where} lets the id of the organization decide on the server or the folder`, {
    hint,
  });
}
