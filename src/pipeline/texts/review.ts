import { z } from "zod";
import { observation } from "../../model/documents/document-parts.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { firstNames } from "../../render/words.ts";
import type { Comment, PullRequest } from "../../service/service.ts";
import { markOf } from "../../service/sticky.ts";
import { bytesOf } from "../../text/bytes.ts";
import { canonicalJson, isObject, type Json, parseJson } from "../../text/json.ts";
import { type Allowed, allowedForm } from "./allowed.ts";
import { markOfScope, type ProjectScope } from "./marked-text.ts";

const form = z.object({
  project: z.string(),
  environment: z.string().optional(),
  /** The unit that was planned, where the project has others. */
  unit: z.string().optional(),
  /** The commit whose manifests were planned. */
  commit: z.string(),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** A fingerprint for each address, of its calls, its preconditions and its risks; left out of a large plan. */
  calls: z.record(z.string(), z.string()).optional(),
  /** The preconditions of the plan, without values that it hides; left out of a large plan. */
  observed: z.record(z.string(), observation).optional(),
  /** The branch that the pull request was to be merged into. */
  base: z.string().optional(),
  /** The rules of that branch hold the plan, and nobody let it pass. */
  rulesHold: z.literal(true).optional(),
  /** The options that reviewers gave, by labels or on the command line. */
  allowed: allowedForm.optional(),
});

/** The plan that a comment showed to reviewers, as its hidden second line says. */
export type Review = z.infer<typeof form>;

/** Bytes of fingerprints, and of preconditions, that the hidden line may have. */
const mostFingerprintBytes = 6000;
const start = "<!-- docform-review ";

interface ReviewSetting {
  readonly scope: ProjectScope;
  readonly commit: string;
  readonly base?: string | undefined;
  readonly rulesHold?: boolean;
  readonly allowed?: Allowed;
  readonly hash: (text: string) => string;
}

/** The parts of a plan that a reviewer sees. */
type Reviewable = Pick<PlanDocument, "steps" | "changes" | "observed">;

/** The review of a plan that a comment is about to show. */
export function reviewOf(
  plan: Reviewable & Pick<PlanDocument, "digest">,
  { scope: { project, environment, unit }, commit, base, rulesHold, allowed, hash }: ReviewSetting,
): Review {
  const calls = fingerprintsOf(plan, hash);
  const observed = withoutHidden(plan.observed ?? {});
  const isSmall = (value: object): boolean => bytesOf(JSON.stringify(value)) <= mostFingerprintBytes;
  return {
    project,
    ...(environment === undefined ? {} : { environment }),
    ...(unit === undefined ? {} : { unit }),
    commit,
    digest: plan.digest,
    ...(isSmall(calls) ? { calls } : {}),
    ...(isSmall(observed) ? { observed } : {}),
    ...(base === undefined ? {} : { base }),
    ...(rulesHold === true ? { rulesHold } : {}),
    ...(allowed === undefined || Object.keys(allowed).length === 0 ? {} : { allowed }),
  };
}

/** The preconditions of a plan, without the hashes that stand for hidden values: a short value could be guessed from one. */
function withoutHidden(observed: NonNullable<PlanDocument["observed"]>): NonNullable<Review["observed"]> {
  const isShown = (value: Json): boolean => !isObject(value) || value.$sensitive === undefined;
  const entries = Object.entries(observed).map(([address, { claims, ...one }]) => {
    const fields = Object.fromEntries(Object.entries(one.fields).filter(([, value]) => isShown(value)));
    const shown = claims?.filter(({ where }) => Object.values(where).every(isShown));
    return [address, { ...one, fields, ...(shown === undefined ? {} : { claims: shown }) }] as const;
  });
  return Object.fromEntries(entries);
}

function fingerprintsOf(
  { steps, changes, observed = {} }: Reviewable,
  hash: (text: string) => string,
): Readonly<Record<string, string>> {
  const stepsAt = groupBy(steps, ({ address }) => address);
  const risksAt = groupBy(
    changes.filter(({ action, risks = [] }) => action !== "blocked" && risks.length > 0),
    ({ address }) => address,
  );
  const fingerprint = (address: string): string => {
    const own = stepsAt.get(address) ?? [];
    const calls = own.map(({ operation, params, body = null }) => [operation, params, unnumbered(body)]);
    const risks = (risksAt.get(address) ?? []).flatMap((change) => change.risks ?? []);
    return hash(canonicalJson([calls, observed[address] ?? null, risks])).slice(0, 8);
  };
  const addresses = [...new Set([...stepsAt.keys(), ...Object.keys(observed)])];
  return Object.fromEntries(addresses.map((address) => [address, fingerprint(address)]));
}

/** A value without the numbers of the steps that it refers to: another step before it changes them. */
function unnumbered(value: Json): Json {
  if (Array.isArray(value)) return value.map(unnumbered);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === "$from" ? true : unnumbered(one)]),
  );
}

/** The hidden line of a review. Nothing in it ends the comment of HTML. */
export function reviewLine(review: Review): string {
  const json = JSON.stringify(review).replace(/[-<>]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
  return `${start}${json} -->`;
}

/** Reads the second line of a comment: any other line may quote somebody. */
export function reviewIn(text: string): Review | undefined {
  const line = text.split("\n")[1]?.trimEnd() ?? "";
  if (!line.startsWith(start) || !line.endsWith(" -->")) return undefined;
  return form.safeParse(parseJson(line.slice(start.length, -4))).data;
}

/** The review of a pull request's newest commit, from docform's own comments. */
export type FoundReview =
  | { readonly review: Review; readonly isApplied: boolean }
  | { readonly why: "no comment" | "no plan" | "older commit" | "other branch" };

/**
 * Finds the reviewed plan of a scope. It does not matter whether somebody hid or resolved the comment after reading
 * it. A plan of an older commit is no review of what was merged.
 */
export function findReview(
  comments: readonly Comment[],
  scope: ProjectScope,
  { head, base }: Pick<PullRequest, "head" | "base">,
): FoundReview {
  const mark = markOfScope("plan", scope);
  const own = comments.filter(({ text }) => markOf(text) === mark);
  const reviews = own.flatMap(({ text }) => reviewIn(text) ?? []);
  const fitting = reviews.filter(
    ({ project, environment, unit }) =>
      project === scope.project && environment === scope.environment && unit === scope.unit,
  );
  const review = fitting.filter(({ commit }) => commit === head).at(-1);
  if (review?.base !== undefined && review.base !== base) return { why: "other branch" };
  if (review !== undefined) return { review, isApplied: isApplied(comments, scope, review) };
  return { why: own.length === 0 ? "no comment" : fitting.length === 0 ? "no plan" : "older commit" };
}

/** The hidden second line of the result of an apply whose calls were all done: it uses up the review of that plan. */
export function appliedLine(digest: string): string {
  return `<!-- docform-applied ${digest} -->`;
}

function isApplied(comments: readonly Comment[], scope: ProjectScope, { digest }: Review): boolean {
  const mark = markOfScope("apply", scope);
  const line = appliedLine(digest);
  return comments.some(({ text }) => markOf(text) === mark && text.split("\n")[1]?.trimEnd() === line);
}

/** The addresses at which a plan differs from a review; undefined when the review does not list them. */
export function differenceOf(
  { calls: reviewed }: Review,
  plan: Reviewable,
  hash: (text: string) => string,
): string | undefined {
  if (reviewed === undefined) return undefined;
  const now = fingerprintsOf(plan, hash);
  const parts = [
    ["new since the review", Object.keys(now).filter((one) => reviewed[one] === undefined)],
    ["no longer needed", Object.keys(reviewed).filter((one) => now[one] === undefined)],
    ["changed", Object.keys(now).filter((one) => reviewed[one] !== undefined && reviewed[one] !== now[one])],
  ] as const;
  const told = parts.filter(([, addresses]) => addresses.length > 0);
  if (told.length === 0) return "the same calls in another order or for another platform";
  return told.map(([words, addresses]) => `${words}: ${firstNames(addresses)}`).join("; ");
}
