import type { ReadClient } from "../../client/client.ts";
import { ApiError, toDiagnostic } from "../../client/errors.ts";
import { type Operation, pathParameters } from "../../contract/operation.ts";
import { tokenVariable } from "../../io/token-variables.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import { error } from "../../model/diagnostic.ts";
import { Stop } from "../../model/stop.ts";
import { isObject, type JsonObject } from "../../text/json.ts";

/** Tells more of the failure of a read, or gives it back as it is. */
type Explain = (problem: unknown, operation: Operation, params: JsonObject) => Promise<unknown>;

/**
 * Explains a failed read of an organization: the platform does not know it, or the token does not reach it. Which it is,
 * the platform's list of the token's organizations says, read once. `tokenFrom`: where the token is from.
 */
export function explainer(client: ReadClient, project: Project, tokenFrom: string): Explain {
  let listed: Promise<readonly string[] | undefined> | undefined;
  return async (problem, operation, params) => {
    if (problem instanceof ApiError && problem.kind === "unauthorized") return refused(problem, tokenFrom);
    const isAbout = pathParameters(operation).join() === "organizationId" && problem instanceof ApiError;
    if (!isAbout || (problem.kind !== "not-found" && problem.kind !== "forbidden")) return problem;
    const named = Object.entries(project.desired.organizationIds ?? {});
    const [alias, id = ""] = named.find(([, one]) => one === params.organizationId) ?? [];
    if (alias === undefined) return problem;
    listed ??= reachedBy(client);
    const reached = await listed;
    const isKnown = problem.kind === "forbidden";
    // A right is lacking, or a part of the organization, and not the whole.
    if (reached?.includes(id) || (isKnown && reached === undefined)) return problem;
    const message = isKnown
      ? `the token of ${tokenFrom} does not reach the organization "${id}" (${alias})`
      : `the platform does not know the organization "${id}" (${alias})`;
    const source = project.organizationSources.get(alias);
    const advice = `correct its id in ${source?.file ?? "docform.yaml"}`;
    const hint = wayOut(advice, tokenVariable(alias), tokenFrom, reached && reachedAliases(named, reached));
    const code = isKnown ? "DF4003" : "DF3004";
    return new Stop([error(code, message, { ...(source === undefined ? {} : { source }), hint })], project);
  };
}

/** The error of a token that the platform does not accept, with the variables of the organization where it has its own. */
function refused(problem: ApiError, tokenFrom: string): Stop | ApiError {
  const [, own] = /^DOCFORM_TOKEN(_\w+)$/.exec(tokenFrom) ?? [];
  if (own === undefined) return problem;
  const { hint = "", ...told } = toDiagnostic(problem);
  return new Stop([{ ...told, hint: hint.replaceAll(/DOCFORM_(?:READ_)?TOKEN/g, `$&${own}`) }]);
}

/** Ids of the organizations that the token reaches; undefined when the platform does not say them. */
async function reachedBy(client: ReadClient): Promise<readonly string[] | undefined> {
  const { listOrganizations } = client.operations;
  if (listOrganizations === undefined) return undefined;
  const reading = client.sendAll(listOrganizations, { params: {} });
  const items = await reading.catch(() => undefined);
  return items?.flatMap((item) => (isObject(item) && typeof item.id === "string" ? [item.id] : []));
}

/** The aliases of what is reached: text of the platform is not shown. */
function reachedAliases(named: readonly (readonly [string, string])[], reached: readonly string[]): string {
  const names = named.filter(([, id]) => reached.includes(id)).map(([alias]) => alias);
  if (names.length === 0) return "no organization of this project";
  const more = names.length > 5 ? ` and ${names.length - 5} more` : "";
  return names.slice(0, 5).join(", ") + more;
}

function wayOut(advice: string, own: string, tokenFrom: string, reaches: string | undefined): string {
  if (reaches === undefined) return `${advice}, or use a token that can see it`;
  const instead = own === tokenFrom ? `put the right token into ${own}` : `set ${own} to one that reaches it`;
  return `that token reaches ${reaches}; ${advice}, or ${instead}`;
}
