import { type ReadClient, readOnly } from "../client/client.ts";
import { ApiError } from "../client/errors.ts";
import type { Address } from "../model/address.ts";
import type { LiveResource } from "../model/live.ts";
import type { PublishedContent } from "../old-links/hiding-content.ts";
import { isItem, type PlanView, pathField, sitesIn } from "../old-links/planned-structure.ts";
import type { Connection } from "../project/connect.ts";
import { readKind } from "../refresh/read-live.ts";
import { isObject, type Json } from "../text/json.ts";

/** The content of the published sites that are asked for. A plan has not read the structure of each. */
export async function publishedContent(
  view: PlanView,
  { reader, client }: Pick<Connection, "reader" | "client">,
  isAsked: (site: Address) => boolean,
): Promise<PublishedContent> {
  const asked = [...view.liveByAddress()].flatMap(([address, live]) => (isAsked(address) ? [live] : []));
  const items = await Promise.all(asked.map((site) => readItems(view, reader, site)));
  const others = view.live.resources.filter((one) => !isItem(view, one));
  const live = { ...view.live, resources: [...others, ...items.flat()] };
  return {
    sites: new Map(sitesIn({ ...view, live }).map((site) => [site.live.id, site.before])),
    pagesOf: pagePaths(readOnly(client)),
  };
}

async function readItems(
  { kinds, desired }: PlanView,
  reader: Connection["reader"],
  parent: LiveResource,
): Promise<readonly LiveResource[]> {
  const { organization } = parent;
  const owner = desired.organizations.find(({ alias }) => alias === organization);
  if (owner === undefined) return [];
  const addressed = kinds.childrenOf(parent.kind).filter((kind) => pathField(kind) !== undefined);
  const lists = addressed.map((kind) =>
    readKind(reader, kind, { organization, id: owner.id, parent }, kinds.get(parent.kind)),
  );
  return (await Promise.all(lists)).flat();
}

/** Reads the paths of the pages of a space, once each. */
function pagePaths(client: Pick<ReadClient, "send" | "operations">): PublishedContent["pagesOf"] {
  const operation = client.operations.listPages;
  const read = new Map<string, ReturnType<PublishedContent["pagesOf"]>>();
  const pagesOf = async (spaceId: string): Promise<ReadonlySet<string> | undefined> => {
    if (operation === undefined) return undefined;
    try {
      const answer = await client.send(operation, { params: { spaceId } });
      return new Set(pathsIn(isObject(answer) ? answer.pages : undefined));
    } catch (problem) {
      if (problem instanceof ApiError) return undefined;
      throw problem;
    }
  };
  return (space) => {
    const paths = read.get(space) ?? pagesOf(space);
    read.set(space, paths);
    return paths;
  };
}

function pathsIn(pages: Json | undefined): readonly string[] {
  if (!Array.isArray(pages)) return [];
  return pages
    .filter(isObject)
    .flatMap((page) => [...(typeof page.path === "string" ? [page.path] : []), ...pathsIn(page.pages)]);
}
