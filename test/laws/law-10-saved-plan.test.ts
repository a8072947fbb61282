import fc from "fast-check";
import { expect, test } from "vitest";
import type { Desired } from "../../src/model/desired.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import type { Change, PlanDocument, Step } from "../../src/model/documents/plan-document.ts";
import { apiName, type KindIndex } from "../../src/model/kind-index.ts";
import { keyAt, liveKey } from "../../src/model/live.ts";
import { excludedChangesOf, remainingOf } from "../../src/planner/excluded.ts";
import type { LastApply } from "../../src/planner/match/recorded-ids.ts";
import type { Plan } from "../../src/planner/plan.ts";
import { checksumOf, digestOf, reveal, withChecksum } from "../../src/planner/preconditions/saved-plan.ts";
import { staleIn } from "../../src/planner/preconditions/stale.ts";
import { readLive } from "../../src/refresh/read-live.ts";
import { readPreconditions } from "../../src/refresh/read-preconditions.ts";
import { renderJson } from "../../src/render/json/json-text.ts";
import { readPlan } from "../../src/runs/apply/saved-plan.ts";
import { canonicalJson, equalJson, type Json } from "../../src/text/json.ts";
import { platformOf, wantedOf } from "./harness/drawn.ts";
import { laidOut } from "./harness/laid-out.ts";
import { holds, isMany, isShort } from "./harness/law.ts";
import { type Edited, editByHand, handEdit } from "./harness/other-admin.ts";
import { randomFrom } from "./harness/random.ts";
import { recordOf } from "./harness/recorded.ts";
import { describeSteps, hash, mask, planFor, read, run, type Simulation } from "./harness/simulation.ts";
import { worldOfEither } from "./worlds/gitbook-world.ts";

const number = fc.nat(1000);

function planFile(document: PlanDocument): string {
  return renderJson(withChecksum({ ...document, createdAt: "2026-01-05T09:00:00Z" }, hash));
}

test("law 10: the digest is that of what a reviewer sees: not of files, their order and their positions, of versions or reads", async () => {
  await holds(fc.tuple(worldOfEither, fc.integer()), async ([drawn, seed]) => {
    const random = randomFrom(seed);
    const plain = await planFor(platformOf(drawn), await wantedOf(drawn));
    const other = await planFor(platformOf(drawn, random), await read(laidOut(drawn, random), drawn.edition));
    expect(other.document.digest).toBe(plain.document.digest);
    expect(digestOf(plain.document, hash)).toBe(plain.document.digest);
  });
});

/** One change of one step, whatever it holds. */
const stepChanges: readonly ((step: Step) => Step)[] = [
  (step) => ({ ...step, id: `${step.id}0` }),
  (step) => ({ ...step, address: `${step.address}x` }),
  (step) => ({ ...step, operation: step.operation === "deleteSite" ? "publishSite" : "deleteSite" }),
  (step) => ({ ...step, method: step.method === "PUT" ? "POST" : "PUT" }),
  (step) => ({ ...step, path: `${step.path}/x` }),
  (step) => ({ ...step, params: { ...step.params, more: "1" } }),
  (step) => ({ ...step, body: { ...(step.body as object), more: 1 } }),
  // No step has this yet: a later version may send it.
  (step) => Object.assign({}, step, { query: { more: "1" } }),
  (step) => ({ ...step, after: [...step.after, "s0"] }),
];

test("law 10: a plan comes back from its file as it was; any change of a step makes another digest, and is refused", async () => {
  await holds(fc.tuple(worldOfEither, number, number), async ([drawn, which, how]) => {
    const { document } = await planFor(platformOf(drawn), await wantedOf(drawn));
    const { checksum: _, createdAt: __, ...back } = readPlan(planFile(document)) as PlanDocument;
    expect(back).toEqual(JSON.parse(JSON.stringify(document)));
    const at = which % Math.max(document.steps.length, 1);
    const change = stepChanges[how % stepChanges.length]!;
    const dropped = how % 10 === 0;
    const steps = document.steps.flatMap((step, place) =>
      place !== at ? [step] : dropped ? [] : [change(step)],
    );
    if (document.steps.length === 0) return;
    expect(digestOf({ ...document, steps }, hash)).not.toBe(document.digest);
    const edited = { ...(JSON.parse(planFile(document)) as object), steps };
    expect(readPlan(JSON.stringify(edited))).toMatch(/was changed/);
    // Somebody who corrects the checksum as well has not corrected the digest.
    expect(typeof readPlan(JSON.stringify({ ...edited, checksum: checksumOf(edited, hash) }))).toBe("string");
  });
});

/** The checks of apply FILE before it runs. */
async function check(
  simulation: Simulation,
  document: PlanDocument,
  desired: Desired,
): Promise<readonly Diagnostic[]> {
  const live = await readPreconditions(document, simulation.kinds.all, simulation.reader);
  const { secrets, lost } = reveal(document, desired, simulation.kinds, mask);
  expect(lost).toEqual([]);
  const nowhere = { sourceOf: () => undefined, addressOf: () => undefined };
  return staleIn(document.observed ?? {}, { live, kinds: simulation.kinds, mask, secrets, ...nowhere });
}

test("law 10: a plan that nothing happened to is not stale, and rests on nothing when it does nothing", async () => {
  await holds(worldOfEither, async (drawn) => {
    const simulation = platformOf(drawn);
    const desired = await wantedOf(drawn);
    const { document } = await planFor(simulation, desired);
    expect(await check(simulation, document, desired)).toEqual([]);
    if (document.steps.length === 0) expect(document.observed).toEqual({});
  });
});

test("law 10: an edit of what a plan changes stops it and is named; any other edit of a field is there after it ran", async () => {
  const outcomes = { stale: 0, ran: 0, unedited: 0 };
  await holds(fc.tuple(worldOfEither, handEdit), async ([drawn, edit]) => {
    const simulation = platformOf(drawn);
    const desired = await wantedOf(drawn);
    const plan = await planFor(simulation, desired);
    const { resources } = await readLive(desired, simulation.kinds.all, simulation.reader);
    const edited = await editByHand(simulation, resources, edit, plan.document.steps);
    const stale = await check(simulation, plan.document, desired);
    if (edited === undefined || isUnspokenOf(edited)) expect(stale).toEqual([]);
    if (typeof edited === "object" && isChangedBy(simulation.kinds, plan.document, desired, edited))
      expect(stale, JSON.stringify(edited)).not.toEqual([]);
    outcomes[edited === undefined ? "unedited" : stale.length > 0 ? "stale" : "ran"]++;
    if (stale.length > 0) expectNamed(stale, plan.document);
    // Objects that somebody else deletes or moves, outside the plan, may make the platform refuse a call.
    else if (edited !== "done") await expectReached(simulation, desired, plan, edited);
  });
  if (isShort || isMany)
    expect(Math.min(outcomes.stale, outcomes.ran), JSON.stringify(outcomes)).toBeGreaterThan(0);
});

test("law 10: the digest binds the preconditions: it differs when one of them does; an edit of anything else leaves it", async () => {
  const outcomes = { stale: 0, same: 0 };
  await holds(fc.tuple(worldOfEither, handEdit), async ([drawn, edit]) => {
    const simulation = platformOf(drawn);
    const desired = await wantedOf(drawn);
    const { document } = await planFor(simulation, desired);
    const { resources } = await readLive(desired, simulation.kinds.all, simulation.reader);
    const edited = await editByHand(simulation, resources, edit, document.steps);
    const again = await planOrProblem(simulation, desired);
    if (typeof again === "string") return;
    const said = JSON.stringify(edited);
    if ((await check(simulation, document, desired)).length > 0) {
      outcomes.stale++;
      expect(again.digest, said).not.toBe(document.digest);
    } else if (!isSameEffect(again, document)) expect(again.digest, said).not.toBe(document.digest);
    else {
      outcomes.same++;
      // An order is that of what is there: without something that is blocked by now, it is another precondition.
      const isSameOrders = equalJson(blockedIn(again), blockedIn(document));
      const digest = isSameOrders ? (one: PlanDocument) => one.digest : digestWithoutOrders;
      expect(digest(again), said).toBe(digest(document));
    }
  });
  if (isShort || isMany) expect(Math.min(outcomes.stale, outcomes.same)).toBeGreaterThan(0);
});

function blockedIn({ changes }: PlanDocument): readonly string[] {
  return changes.filter(({ action }) => action === "blocked").map(({ address }) => address);
}

/** The digest as if no order were a precondition, nor that something is there whose fields do not matter. */
function digestWithoutOrders(document: PlanDocument): string {
  const entries = Object.entries(document.observed ?? {}).flatMap(([address, one]) => {
    const fields = Object.fromEntries(
      Object.entries(one.fields).filter(([path]) => path.split(".")[0] !== "order"),
    );
    const isLeft = Object.keys(fields).length > 0 || one.claims !== undefined;
    return isLeft ? [[address, { ...one, fields }]] : [];
  });
  return digestOf({ ...document, observed: Object.fromEntries(entries) }, hash);
}

/** Do two plans make the same calls, with the same risks? */
function isSameEffect(one: PlanDocument, other: PlanDocument): boolean {
  const effect = ({ steps, changes }: PlanDocument) => {
    const risky = changes.filter(({ action, risks = [] }) => action !== "blocked" && risks.length > 0);
    return canonicalJson([steps, risky.map(({ address, action, risks = [] }) => [address, action, risks])]);
  };
  return effect(one) === effect(other);
}

/** Is it a declared field of an object that the plan changes? */
function isChangedBy(
  kinds: KindIndex,
  { changes }: PlanDocument,
  desired: Desired,
  { live, field }: Edited,
): boolean {
  const change = changes.find(
    ({ id, kind, action }) => id === live.id && kind === live.kind && action !== "blocked",
  );
  const resource = desired.resources.find(({ address }) => address === change?.address);
  const name = fieldName(kinds, live.kind, field);
  return name !== undefined && resource?.values[name] !== undefined;
}

/** The field of a kind with a name in bodies. */
function fieldName(kinds: KindIndex, kind: string, field: string): string | undefined {
  return Object.entries(kinds.get(kind).fields).find(([own, one]) => apiName(own, one) === field)?.[0];
}

/** Fields that the manifests of no world declare. */
function isUnspokenOf(edited: Edited | "done"): boolean {
  return edited !== "done" && ["description", "agentsContext"].includes(edited.field);
}

/** Each thing names an address that the plan says it rests on. */
function expectNamed(stale: readonly Diagnostic[], { observed = {} }: PlanDocument): void {
  for (const { code, message } of stale) {
    expect(code).toBe("DF3006");
    expect(
      Object.keys(observed).some((address) => message.startsWith(`${address}: `)),
      message,
    ).toBe(true);
  }
}

async function expectReached(
  simulation: Simulation,
  desired: Desired,
  plan: Plan,
  edited: Edited | undefined,
): Promise<void> {
  const said = `${JSON.stringify(edited)} ${describeSteps(plan.document.steps)}`;
  // An apply has left a record, which knows what somebody renamed since.
  const lastApply = recordOf(plan);
  const again = await planOrProblem(simulation, desired, lastApply);
  await run(simulation, plan, { concurrency: 4 });
  const second = await planOrProblem(simulation, desired, lastApply);
  if (typeof second === "string") {
    // The edit made something else ambiguous, which a new plan says; never what this plan does, nor by its doing.
    const [before, after] = [addressesIn(typeof again === "string" ? again : ""), addressesIn(second)];
    const excused = ({ action, address }: Change): boolean => action === "blocked" && before.has(address);
    expect(
      plan.document.changes.filter((change) => after.has(change.address) && !excused(change)),
      `${second} ${said}`,
    ).toEqual([]);
  } else if (typeof again !== "string") {
    const excluded = excludedChangesOf(plan.document, again);
    const changes = second.changes.filter((change) => !isNewlyDeclared(plan, edited, change));
    expect(remainingOf(plan.document, { ...second, changes }, excluded).left, said).toEqual([]);
  }
  if (edited !== undefined) await expectKept(simulation, desired, edited, said);
}

/**
 * Is it a change of the very object that was edited, which was undeclared, and which the plan that ran does not touch?
 * That is nothing left of the plan: by the identity rule (id, record, previously, natural key) the edit has made it a
 * declared one. Example: the plan deletes a space that the record knows, and another space gets its declared title.
 */
function isNewlyDeclared(plan: Plan, edited: Edited | undefined, change: Change): boolean {
  if (edited === undefined) return false;
  const key = liveKey(edited.live);
  const isTouched = plan.document.changes.some((one) => keyAt(one) === key);
  const wasDeclared = [...plan.liveByAddress().values()].some((live) => liveKey(live) === key);
  return keyAt(change) === key && !isTouched && !wasDeclared;
}

/** The words of a problem, addresses among them. */
function addressesIn(problem: string): ReadonlySet<string> {
  return new Set(problem.split(/\s+/));
}

/** A plan, or what is in its way. */
async function planOrProblem(
  simulation: Simulation,
  desired: Desired,
  lastApply?: LastApply,
): Promise<PlanDocument | string> {
  try {
    return (await planFor(simulation, desired, lastApply && { lastApply })).document;
  } catch (problem) {
    return String(problem);
  }
}

/** A value written by hand is still there, if its object is. */
async function expectKept(
  simulation: Simulation,
  desired: Desired,
  { live, field, value }: Edited,
  said: string,
): Promise<void> {
  const { resources } = await readLive(desired, simulation.kinds.all, simulation.reader);
  const now = resources.find(({ kind, id }) => kind === live.kind && id === live.id);
  if (now === undefined || fieldName(simulation.kinds, live.kind, field) === undefined) return;
  const kept: Json | undefined = now.answer[field] ?? null;
  expect(canonicalJson(kept), said).toBe(canonicalJson(value));
}
