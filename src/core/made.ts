import type { Possible } from "./birth.ts";
import type { Kind } from "./kind.ts";
import type { LiveResource } from "./live.ts";

/** What a live resource was made for by the platform, which keeps it (A33); undefined for all others. */
export type MakerOf = (live: LiveResource) => LiveResource | undefined;

/** Finds what resources of a kind were made for; what is itself to be deleted keeps nothing. */
export function makersIn(planning: Possible, organization: string, made: Kind): MakerOf {
  const makers = planning.kinds
    .childrenOf()
    .filter(({ makes }) => makes?.kind === made.name)
    .flatMap(({ name }) => planning.liveIn(organization, name))
    .filter((live) => !isGoing(planning, live));
  const traitsOf = ({ kind }: LiveResource) => planning.kinds.get(kind).makes;
  const known = new Map<string, LiveResource>();
  const waiting: LiveResource[] = [];
  for (const maker of makers) {
    const id = traitsOf(maker)?.id(maker.answer);
    if (id === undefined) waiting.push(maker);
    else known.set(id, maker);
  }
  return ({ id, answer }) =>
    known.get(id) ?? waiting.find((maker) => traitsOf(maker)?.canBe(answer, maker.answer) === true);
}

/** Is it to be deleted: declared absent, replaced, or not declared where all is? */
function isGoing(planning: Possible, live: LiveResource): boolean {
  const address = planning.matching.addressOf(live);
  if (address !== undefined) return planning.resourceAt(address)?.absent === true;
  const renewed = planning.renewedAt(live);
  if (renewed !== undefined) return planning.blockedReason(renewed) === undefined;
  const organization = planning.desired.organizations.find(({ alias }) => alias === live.organization);
  return organization?.manage[planning.kinds.get(live.kind).plural] === "exact";
}
