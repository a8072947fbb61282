import { commentsOn } from "../../../src/platform/store/content-state.ts";
import type { OrganizationState, SpaceState, State } from "../../../src/platform/store/state.ts";
import { entry, find, rows } from "../../../src/platform/store/table.ts";
import type { JsonObject } from "../../../src/text/json.ts";
import { type Chooser, org, type Request } from "./chooser.ts";
import type { TestPlatform } from "./test-platform.ts";

const languages = ["fr", "de", "pt-BR"];
const emojis = ["👍", "🎉"];
const subjects = ["Rotate API keys", "rotate API keys!", "Search crashes", "?!"];

/** Where comments can be posted: each space, and each change request. */
function places({ state }: Chooser): string[] {
  return Object.values(state.spaces).flatMap(({ id, changeRequests }) => [
    `/spaces/${id}/comments`,
    ...changeRequests.order.map((each) => `/spaces/${id}/change-requests/${each}/comments`),
  ]);
}

/** The path of each comment. */
function comments({ state }: Chooser): string[] {
  return Object.values(state.spaces).flatMap((space) =>
    rows(space.comments).map(({ id, changeRequest }) => {
      const on = changeRequest === undefined ? "" : `/change-requests/${changeRequest}`;
      return `/spaces/${space.id}${on}/comments/${id}`;
    }),
  );
}

function replies({ state }: Chooser): string[] {
  return Object.values(state.spaces).flatMap((space) =>
    commentsOn(space.comments).flatMap(({ id, replies: all }) =>
      all.order.map((reply) => `/spaces/${space.id}/comments/${id}/replies/${reply}`),
    ),
  );
}

/** One of these paths; of something that is not there now and then. */
function path(c: Chooser, all: readonly string[]): string {
  const chosen = c.among(all);
  return chosen === "unknown" ? "/spaces/sp_one/comments/unknown" : chosen;
}

const text = (c: Chooser) => ({ body: { markdown: c.title() } });
const translation = (c: Chooser) => `${org}/translations/${c.among(c.acme.translations.order)}`;
const cluster = (c: Chooser) =>
  `${org}/conversations-clusters/${c.among(c.acme.conversations.clusters.order)}`;

/** Requests about comments, translations and conversations. */
export const discussionRequests: readonly ((c: Chooser) => Request)[] = [
  (c) => ["POST", path(c, places(c)), text(c)],
  (c) => ["PUT", path(c, comments(c)), { resolved: c.among(["yes", "no"]) === "yes" }],
  (c) => ["PUT", path(c, comments(c)), { ...text(c), addedReactions: c.some(emojis) }],
  (c) => ["PUT", path(c, comments(c)), { removedReactions: c.some(emojis) }],
  (c) => ["DELETE", path(c, comments(c))],
  (c) => ["POST", `${path(c, comments(c))}/replies`, text(c)],
  (c) => ["PUT", path(c, replies(c)), { ...text(c), addedReactions: c.some(emojis) }],
  (c) => [
    "POST",
    `${org}/translations`,
    { source: { space: c.among(c.spaces) }, language: c.among(languages) },
  ],
  (c) => ["PUT", translation(c), { instructions: { object: "document", nodes: [] } }],
  (c) => ["POST", `${translation(c)}/run`],
  (c) => ["DELETE", translation(c)],
  (c) => ["POST", `${org}/conversations`, { id: c.title(), subject: c.among(subjects), parts: [] }],
  (c) => ["PATCH", cluster(c), { muted: c.among(["yes", "no"]) === "yes" }],
];

function twice(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

/** A comment is on what is there, by people who are there, who react once with an emoji. */
function commentProblems(state: State, { id, comments: all, changeRequests }: SpaceState): string[] {
  return rows(all).flatMap((comment) => {
    const posts = [comment, ...rows(comment.replies)];
    const people = posts.flatMap(({ postedBy, reactions }) => [
      postedBy,
      ...reactions.map(({ user }) => user),
    ]);
    const on = comment.changeRequest;
    return [
      ...(on === undefined || find(changeRequests, on) !== undefined ? [] : [`${comment.id} is on ${on}`]),
      ...people.filter((person) => entry(state.users, person) === undefined),
      ...posts.flatMap(({ reactions }) => twice(reactions.map(({ emoji, user }) => `${emoji} ${user}`))),
    ].map((what) => `comments of ${id}: ${what}`);
  });
}

/** A33: a translation has a source and a result that are there, and is the only one of its kind. */
function translationProblems(state: State, { translations }: OrganizationState): string[] {
  const all = rows(translations);
  const spaces = all.flatMap(({ source, resultSpace }) => [source.space, resultSpace]);
  return [
    ...spaces.filter((space) => entry(state.spaces, space) === undefined),
    ...twice(all.map(({ source, language }) => `${source.space} into ${language}`)),
  ].map((what) => `translations: ${what}`);
}

/** Conversations, issues and clusters name each other; no topic has two clusters. */
function conversationProblems({ conversations: all }: OrganizationState): string[] {
  const named = rows(all.conversations).flatMap(({ issue }) => issue ?? []);
  const clusters = rows(all.issues).map((issue) => issue.cluster);
  return [
    ...named.filter((id) => find(all.issues, id) === undefined),
    ...twice(named),
    ...all.issues.order.filter((id) => !named.includes(id)),
    ...clusters.filter((id) => find(all.clusters, id) === undefined),
    ...twice(rows(all.clusters).map(({ topic }) => topic)),
  ].map((what) => `conversations: ${what}`);
}

/** Where what is said about content is not sound: what dangles, and what is there twice. */
export function discussionProblems(state: State): string[] {
  return [
    ...Object.values(state.spaces).flatMap((space) => commentProblems(state, space)),
    ...rows(state.organizations).flatMap((each) => [
      ...translationProblems(state, each),
      ...conversationProblems(each),
    ]),
  ];
}

function differ(what: string, one: unknown, other: unknown): string[] {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
  return a === b ? [] : [`${what}: ${a} and ${b}`];
}

const sum = (numbers: readonly unknown[]) => numbers.reduce((total: number, each) => total + Number(each), 0);

/** The log of the comments of a place: of a space, or of a change request. */
function commentDisagreements({ call, list }: TestPlatform, at: string): string[] {
  const all = list(`${at}/comments`);
  const inside = all.flatMap((comment) => {
    const { repliers, reactions } = comment as { repliers: JsonObject[]; reactions: JsonObject[] };
    return [
      ...differ("comment", call("GET", `${at}/comments/${comment.id}`).body, comment),
      ...differ("repliers", comment.replies, sum(repliers.map(({ count }) => count))),
      ...reactions.flatMap(({ count, users }) => differ("reactions", count, (users as unknown[]).length)),
    ];
  });
  return [
    ...differ(
      `open comments of ${at}`,
      call("GET", at).body.comments,
      list(`${at}/comments?status=open`).length,
    ),
    ...inside,
  ];
}

function clusterDisagreements({ list }: TestPlatform): string[] {
  return list(`${org}/conversations-clusters`).flatMap((each) => {
    const { stats, sources, weeklyPulse } = each as { [key: string]: JsonObject };
    const { length } = list(`${org}/conversations-issues?cluster=${each.id}`);
    return [
      ...differ("issues", stats?.issues, length),
      ...differ("sources", stats?.conversations, sum(Object.values(sources ?? {}))),
      ...differ("weeks", Object.keys(weeklyPulse ?? {}).length, 13),
    ];
  });
}

/** Where two answers of the API about comments, translations and conversations tell different things. */
export function discussionDisagreements(platform: TestPlatform): string[] {
  const { call, list } = platform;
  const spaces = list(`${org}/spaces`).map(({ id }) => `/spaces/${id}`);
  const requests = spaces.flatMap((space) =>
    ["draft", "open", "merged"]
      .flatMap((status) => list(`${space}/change-requests?status=${status}`))
      .map(({ id }) => `${space}/change-requests/${id}`),
  );
  const translations = list(`${org}/translations`);
  return [
    ...[...spaces, ...requests].flatMap((at) => commentDisagreements(platform, at)),
    ...translations.flatMap((each) =>
      differ("translation", call("GET", `${org}/translations/${each.id}`).body, each),
    ),
    ...clusterDisagreements(platform),
  ];
}
