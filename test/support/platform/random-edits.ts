import { placedPages } from "../../../src/platform/resources/pages.ts";
import type { ChangeRequestState, Content } from "../../../src/platform/store/content-state.ts";
import type { SpaceState, State } from "../../../src/platform/store/state.ts";
import { entry, rows } from "../../../src/platform/store/table.ts";
import type { JsonObject } from "../../../src/text/json.ts";
import { type Chooser, org, type Request } from "./chooser.ts";
import type { TestPlatform } from "./test-platform.ts";

/** A change request, wherever it is; now and then one that is not there. */
function changeRequest(c: Chooser): string {
  const all = Object.values(c.state.spaces).flatMap(({ id, changeRequests }) =>
    rows(changeRequests).map(({ number }) => `/spaces/${id}/change-requests/${number}`),
  );
  const chosen = c.among(all);
  return chosen === "unknown" ? "/spaces/sp_one/change-requests/unknown" : chosen;
}

/** Requests about change requests and content; the seed has the template `plain`. */
export const editRequests: readonly ((c: Chooser) => Request)[] = [
  (c) => ["POST", `/spaces/${c.among(c.spaces)}/change-requests`, { subject: c.title() }],
  (c) => [
    "POST",
    `/spaces/${c.among(c.spaces)}/change-requests`,
    { template: { id: c.among(["plain", "blank"]) } },
  ],
  (c) => ["PATCH", changeRequest(c), { status: c.among(["draft", "open", "archived", "merged"]) }],
  (c) => ["PATCH", changeRequest(c), { subject: c.title() }],
  (c) => ["POST", `${changeRequest(c)}/merge`],
  (c) => ["POST", `${changeRequest(c)}/update`],
  (c) => ["POST", `/spaces/${c.among(c.spaces)}/content/template`, { id: "plain" }],
  (c) => {
    const [, , space = "", , changeRequestId = ""] = changeRequest(c).split("/");
    return ["POST", `/spaces/${space}/content/template`, { id: "plain", changeRequestId }];
  },
];

const revisionsNeeded = (changeRequests: readonly ChangeRequestState[], current: string) =>
  new Set([
    current,
    ...changeRequests.map(({ revision }) => revision),
    ...changeRequests
      .filter(({ status }) => status !== "merged")
      .map(({ revisionInitial, revisionMergedAncestor }) => revisionMergedAncestor ?? revisionInitial),
  ]);

function same(what: string, a: unknown, b: unknown): string[] {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
  return one === other ? [] : [`${what}: ${one} and ${other}`];
}

function revisionProblems({ id, content, changeRequests }: SpaceState): string[] {
  const all = rows(changeRequests);
  const needed = [...revisionsNeeded(all, content.current)].sort();
  return [
    ...same(`revisions of ${id}`, Object.keys(content.revisions).sort(), needed),
    ...same(
      `numbers in ${id}`,
      all.map(({ number }) => number),
      all.map((_, index) => index + 1),
    ),
    ...all.flatMap(({ status, revisionMerged, number }) =>
      (status === "merged") === (revisionMerged !== undefined) ? [] : [`${id}/${number} is ${status}`],
    ),
  ];
}

function pageProblems({ id, content }: SpaceState): string[] {
  return Object.values(content.revisions).flatMap((revision) => {
    const placed = placedPages(revision.pages);
    const paths = new Set(placed.map(({ path }) => path));
    const ids = new Set(placed.map(({ page }) => page.id));
    return paths.size === placed.length && ids.size === placed.length
      ? []
      : [`twins in ${id} ${revision.id}`];
  });
}

/** The faults of revisions: numbers unique and in order, what is needed is kept and nothing else, no two pages alike. */
export function editProblems(state: State): string[] {
  return Object.values(state.spaces).flatMap((space) => [...revisionProblems(space), ...pageProblems(space)]);
}

/** Where lists, counts and what one object says do not agree. */
export function editDisagreements({ list, call }: TestPlatform): string[] {
  return list(`${org}/spaces`).flatMap((space) => {
    const at = `/spaces/${space.id}`;
    const by = (status: string) => list(`${at}/change-requests?status=${status}`);
    const [draft = [], open = [], archived = [], merged = []] = ["draft", "open", "archived", "merged"].map(
      by,
    );
    const all = [...draft, ...open, ...archived, ...merged];
    const counts = [space.changeRequests, space.changeRequestsOpen, space.changeRequestsDraft];
    const content = call("GET", `${at}/content`).body;
    return [
      ...same(`counts of ${at}`, counts, [all.length, open.length, draft.length]),
      ...same(`revision of ${at}`, content.id, space.revision),
      ...same(`pages of ${at}`, content.pages, call("GET", `${at}/content/pages`).body.pages),
      ...all.flatMap((each) => changeRequestDisagreements(call, at, space, each)),
    ];
  });
}

function changeRequestDisagreements(
  call: TestPlatform["call"],
  at: string,
  space: JsonObject,
  shown: JsonObject,
): string[] {
  const own = `${at}/change-requests/${shown.number}`;
  const base = shown.revisionMergedAncestor ?? shown.revisionInitial;
  const behind = shown.status !== "merged" && base !== space.revision;
  return [
    ...same(own, call("GET", own).body, shown),
    ...same(`outdated of ${own}`, shown.outdated, behind),
    ...same(`content of ${own}`, call("GET", `${own}/content`).body.id, shown.revision),
  ];
}

const idsIn = ({ pages }: Content) => new Set(placedPages(pages).map(({ page }) => page.id));

/** The losses of a merge: pages that the change request added or removed, and its space says otherwise now. */
export function lostEdits(before: State, after: State, spaceId: string, number: number): string[] {
  const old = entry(before.spaces, spaceId);
  const now = entry(after.spaces, spaceId);
  const merged = old && rows(old.changeRequests).find((each) => each.number === number);
  if (old === undefined || now === undefined || merged === undefined) return [`${spaceId}/${number} is gone`];
  const { revisions } = old.content;
  const base = revisions[merged.revisionMergedAncestor ?? merged.revisionInitial];
  const head = revisions[merged.revision];
  const current = now.content.revisions[now.content.current];
  if (base === undefined || head === undefined || current === undefined) return ["a revision is gone"];
  const [was, wanted, is] = [idsIn(base), idsIn(head), idsIn(current)];
  return [
    ...[...wanted].filter((id) => !was.has(id) && !is.has(id)).map((id) => `${id} is not there`),
    ...[...was].filter((id) => !wanted.has(id) && is.has(id)).map((id) => `${id} is still there`),
  ];
}
