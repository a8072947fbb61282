import type { z } from "zod";
import { repeated } from "../http/refusal.ts";
import { emptyState, type State } from "../store/state.ts";
import { toIso, toMilliseconds } from "../store/time.ts";
import { buildOrganization } from "./seed-organization.ts";
import { buildTemplate } from "./seed-pages.ts";
import { firstNumber, type SeedBuild, SeedPlace, type SeedProblem, writtenIds } from "./seed-place.ts";
import { type Seed, seedSchema } from "./seed-schema.ts";

/** The result of a seed: a state and the start of its clock, or all its problems. */
type SeedResult =
  | { readonly ok: true; readonly state: State; readonly now: string }
  | { readonly ok: false; readonly problems: readonly SeedProblem[] };

/** Text of the token that a platform has whose seed names none. */
const defaultToken = "docform-admin";

/** The default start of the clock, the same every time. */
const defaultNow = "2026-01-01T00:00:00.000Z";

/** Reads a seed: data as a YAML or JSON file holds it (docs/reference/seed.md). The same seed gives the same state. */
export function readSeed(data: unknown): SeedResult {
  const parsed = seedSchema.safeParse(data);
  if (!parsed.success)
    return { ok: false, problems: parsed.error.issues.flatMap((issue) => describe(issue)) };
  const { state, problems, now } = buildSeed(parsed.data);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, state, now };
}

/**
 * The state of a seed with values that were read from a platform. Limits for new values do not apply to them
 * (A11). Throws when they contradict each other.
 */
export function stateAsRead(data: unknown): State {
  const { state, problems } = buildSeed(data as Seed);
  if (problems.length === 0) return state;
  throw new Error(`seed: ${problems.map(({ path, message }) => `${path}: ${message}`).join("; ")}`);
}

function buildSeed(seed: Seed): SeedBuild {
  const state = emptyState();
  const now = seed.now === undefined ? defaultNow : toIso(toMilliseconds(seed.now));
  const written = writtenIds(seed);
  const used = new Set<string>();
  const build: SeedBuild = { state, now, problems: [], written, used, usersByEmail: new Map() };
  const place = new SeedPlace(build, "");
  state.nextId = firstNumber(written);
  for (const twice of repeated(seed.organizations.map(({ hostname }) => hostname)))
    place.at("organizations").problem(`the hostname ${twice} is given twice`);
  place.each("templates", seed.templates, buildTemplate);
  place.each("organizations", seed.organizations, buildOrganization);
  buildTokens(place, seed.tokens);
  state.nextId = Math.max(state.nextId, firstNumber(used));
  return build;
}

/** The tokens of the seed; without any, one that may do everything. */
function buildTokens(place: SeedPlace, tokens: Seed["tokens"]): void {
  const { state } = place;
  if (tokens === undefined) {
    state.users.usr_docform = { id: "usr_docform", displayName: "docform" };
    state.tokens[defaultToken] = { user: "usr_docform", rights: "admin" };
  }
  for (const [text, { user: person, rights, organizations }] of Object.entries(tokens ?? {})) {
    const at = place.at("tokens").at(text);
    const user = at.at("user").person(person);
    for (const id of organizations ?? [])
      if (state.organizations.byId[id] === undefined)
        at.at("organizations").problem(`there is no organization ${id}`);
    const token = { user, rights };
    state.tokens[text] = organizations === undefined ? token : { ...token, organizations };
  }
}

/**
 * The problems of an issue. For an item with several forms, the problem is that of the form whose key it has.
 */
function describe(issue: z.core.$ZodIssue, at: readonly PropertyKey[] = []): SeedProblem[] {
  const path = [...at, ...issue.path];
  const where = path.map(String).join(".");
  if (issue.code !== "invalid_union") return [{ path: where, message: issue.message }];
  const meant = issue.errors.find((issues) => !issues.some(isMissingForm));
  if (meant !== undefined) return meant.flatMap((inner) => describe(inner, path));
  return [
    { path: where, message: "an item is a section, a link, a group or a space: begin it with that key" },
  ];
}

function isMissingForm({ code, path }: z.core.$ZodIssue): boolean {
  const forms = ["section", "link", "group", "space"];
  return code === "invalid_type" && path.length === 1 && forms.includes(String(path[0]));
}
