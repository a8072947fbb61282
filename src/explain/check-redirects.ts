import { type ReadClient, readOnly } from "../client/client.ts";
import { ApiError } from "../client/errors.ts";
import type { Operation } from "../contract/operation.ts";
import { operationsIn } from "../contract/operations.ts";
import type { Io } from "../io/io.ts";
import { shown } from "../io/shown.ts";
import { redirectKind } from "../kinds/redirect/redirect.ts";
import type { Project } from "../manifest/load/load-project.ts";
import { editionIndex, lackWords } from "../manifest/schema/edition-index.ts";
import type { DesiredResource } from "../model/desired.ts";
import {
  type CheckedRedirect,
  type RedirectsDocument,
  redirectsFormatVersion,
} from "../model/documents/checks/redirects-document.ts";
import type { Change } from "../model/documents/plan-document.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { type ExitCode, exitCode, stop } from "../model/stop.ts";
import { type Hiding, hidingContent, type PublishedContent } from "../old-links/hiding-content.ts";
import type { Item } from "../old-links/structure.ts";
import type { OpenUnit } from "../project/opened/open-units.ts";
import type { ConnectionOptions } from "../project/options.ts";
import { makePlan, readingUnit } from "../runs/make-plan.ts";
import { isObject, type JsonObject } from "../text/json.ts";
import { publishedContent } from "./published-content.ts";

type Found = Omit<CheckedRedirect, "address" | "source">;

/** How the platform is asked, and what a plan knows of it. */
interface Asking extends PublishedContent {
  readonly client: Pick<ReadClient, "send">;
  readonly operation: Operation;
  /** Ids of organizations by alias. */
  readonly ids: ReadonlyMap<string, string>;
  readonly changes: ReadonlyMap<string, Change>;
  /** The address of something live; its kind and id when no manifest declares it. */
  readonly nameOf: (item: Pick<Item, "key" | "kind" | "id">) => string;
}

/** Asks the platform where each declared redirect of a unit leads. */
export function checkRedirects(
  io: Io,
  options: ConnectionOptions,
  unit: OpenUnit,
): Promise<RedirectsDocument> {
  return readingUnit(io, options, unit, async ({ project, connection, record }) => {
    const made = await makePlan(project, connection, { record });
    const live = made.liveByAddress();
    const declared = made.desired.resources.filter(
      ({ kind, absent }) => kind === redirectKind.name && !absent,
    );
    const sites = new Set(declared.map(({ parent }) => parent));
    const addresses = new Map([...live].map(([address, one]) => [liveKey(one), address]));
    const client = readOnly(connection.client);
    const asking: Asking = {
      client,
      operation: resolvingIn(project),
      ids: new Map(made.desired.organizations.map(({ alias, id }) => [alias, id])),
      changes: new Map(made.document.changes.map((change) => [change.address, change])),
      ...(await publishedContent(made, connection, (address) => sites.has(address))),
      nameOf: ({ key, kind, id }) => addresses.get(key) ?? `${kind} ${id}`,
    };
    const redirects = declared.map(async (one): Promise<CheckedRedirect> => {
      const source = String(one.values.source);
      return { address: one.address, source, ...(await check(asking, one, source, live.get(one.address))) };
    });
    return shown(io, { formatVersion: redirectsFormatVersion, redirects: await Promise.all(redirects) });
  });
}

/** The exit code of a check: no answer is an error; another answer than the declared one is a change. */
export function redirectsCode({ redirects }: RedirectsDocument): ExitCode {
  if (redirects.some(({ status }) => status === "unknown")) return exitCode.error;
  return redirects.every(({ status }) => status === "leads") ? exitCode.done : exitCode.changes;
}

/** The operation that resolves a redirect. Throws `Stop` where the edition of a project has none. */
export function resolvingIn({ edition }: Project): Operation {
  const operation = operationsIn(edition).resolveSiteRedirect;
  if (operation !== undefined) return operation;
  const { name, plural } = redirectKind;
  const lacking = lackWords(editionIndex(edition), plural, ({ byName }) => byName.has(name));
  throw stop("DF1012", lacking?.message ?? "", lacking);
}

async function check(
  asking: Asking,
  { organization, address }: DesiredResource,
  source: string,
  live: LiveResource | undefined,
): Promise<Found> {
  if (live?.parentId === undefined) return { status: "missing" };
  const change = asking.changes.get(address);
  const params = { organizationId: asking.ids.get(organization) ?? "", siteId: live.parentId };
  try {
    const hiding = await hidingContent(asking, live.parentId, source);
    if (typeof hiding === "object") return { status: "hidden", by: contentText(asking, hiding) };
    const answer = await asking.client.send(asking.operation, { params, query: { source } });
    const found = foundIn(isObject(answer) ? answer : {}, live, change);
    return hiding === undefined ? found : { ...found, note: unreadPages };
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    if (problem.kind === "not-found") return { status: isOther(change) ? "differs" : "nothing" };
    return { status: "unknown", reason: problem.message };
  }
}

const unreadPages = "the pages of the space there could not be read, and one of them may hide it";

function contentText({ nameOf }: Asking, { item, page }: Hiding): string {
  return page === undefined ? nameOf(item) : `page ${page} of ${nameOf(item)}`;
}

/** The result of an answer: the redirect that it is of, and whether that one is as declared. */
function foundIn({ redirect, target }: JsonObject, live: LiveResource, change: Change | undefined): Found {
  const { id, source } = isObject(redirect) ? redirect : {};
  const led = { target: String(target) };
  if (id !== live.id) return { status: "other", by: String(source), ...led };
  return { status: isOther(change) ? "differs" : "leads", ...led };
}

/** Does a plan change a redirect? Then it is not as declared. */
function isOther(change: Change | undefined): boolean {
  return (change?.fields ?? []).length > 0;
}
