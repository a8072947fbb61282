import type { z } from "zod";
import { repeated } from "../refusal.ts";
import type { State } from "../store/state.ts";
import { emptyState } from "../store/state.ts";
import { toIso, toMilliseconds } from "../store/time.ts";
import {
  firstNumber,
  personIn,
  problem,
  type SeedBuild,
  type SeedProblem,
  writtenIds,
} from "./seed-build.ts";
import { buildOrganization } from "./seed-organization.ts";
import { buildTemplates } from "./seed-pages.ts";
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
  const build = buildSeed(parsed.data);
  const { state, problems, now } = build;
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
  const now = seed.now === undefined ? defaultNow : toIso(toMilliseconds(seed.now));
  const build: SeedBuild = {
    state: emptyState(),
    now,
    problems: [],
    written: writtenIds(seed),
    used: new Set(),
    usersByEmail: new Map(),
  };
  build.state.nextId = firstNumber(build.written);
  checkHostnames(build, seed);
  buildTemplates(build, seed.templates ?? []);
  for (const [index, organization] of seed.organizations.entries()) {
    buildOrganization(build, organization, `organizations.${index}`);
  }
  buildTokens(build, seed.tokens);
  build.state.nextId = Math.max(build.state.nextId, firstNumber(build.used));
  return build;
}

function checkHostnames(build: SeedBuild, seed: Seed): void {
  for (const twice of repeated(seed.organizations.map(({ hostname }) => hostname))) {
    problem(build, "organizations", `the hostname ${twice} is given twice`);
  }
}

function buildTokens(build: SeedBuild, tokens: Seed["tokens"]): void {
  if (tokens === undefined) addDefaultToken(build.state);
  for (const [text, { user: person, rights, organizations }] of Object.entries(tokens ?? {})) {
    const user = personIn(build, person, `tokens.${text}.user`);
    for (const id of organizations ?? []) {
      if (build.state.organizations.byId[id] !== undefined) continue;
      problem(build, `tokens.${text}.organizations`, `there is no organization ${id}`);
    }
    const token = { user, rights };
    build.state.tokens[text] = organizations === undefined ? token : { ...token, organizations };
  }
}

/** Adds a token with all rights when the seed has none. */
function addDefaultToken(state: State): void {
  state.users.usr_docform = { id: "usr_docform", displayName: "docform" };
  state.tokens[defaultToken] = { user: "usr_docform", rights: "admin" };
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
  return [{ path: where, message: "an item is a section, a group or a space: begin it with that key" }];
}

function isMissingForm({ code, path }: z.core.$ZodIssue): boolean {
  return (
    code === "invalid_type" && path.length === 1 && ["section", "group", "space"].includes(String(path[0]))
  );
}
