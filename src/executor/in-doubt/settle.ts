import type { Step } from "../../model/documents/plan-document.ts";
import type { Json } from "../../text/json.ts";
import { messageOf } from "../../text/message-of.ts";

/** What reading tells of a call whose answer was lost. */
export type Verdict =
  /** It was carried out; the answer is what was found of it. */
  | { readonly is: "done"; readonly answer: Json }
  /**
   * It was not carried out, or `rest` of it was not; why that is thought. `isDoubtful`: something came meanwhile that
   * could be what it made, had somebody changed it since.
   */
  | { readonly is: "open"; readonly message: string; readonly rest?: Step; readonly isDoubtful?: boolean }
  /**
   * Nothing that was read speaks against it, and nothing shows it: sent again, the platform says whether it is so
   * already. Only for what can be sent twice.
   */
  | { readonly is: "hidden"; readonly answer: Json; readonly message: string }
  | { readonly is: "unclear"; readonly message: string };

/** Finds out whether one call was carried out. */
export interface Witness {
  /** Calls of equal looks cannot be told apart afterwards, so only one of them is under way at a time. */
  readonly looks?: string;
  /** Reads what is there before the call, where that is needed to tell. Throws when it cannot. */
  readonly before?: () => Promise<void>;
  /** Reads now, and tells; `own` are ids that other steps of the run made or used. Throws when it cannot read. */
  readonly tell: (own: ReadonlySet<string>) => Promise<Verdict>;
  /**
   * Asked before a call is said to have failed that was read as not carried out: why that need not be so, if there is
   * a reason. Never throws.
   */
  readonly doubt?: () => Promise<string | undefined>;
}

/**
 * Pauses before each read, in milliseconds. Whoever lost an answer may still be carrying the call out: only ten
 * seconds later, which is more than what is known of calls that are merely slow, is it taken as not done.
 */
const settlePauses = [500, 1500, 3000, 5000] as const;

const pauseBeforeOneMore = 2000;

/** Milliseconds after which a call that was on its way is carried out, or never will be. */
export const settleTime = settlePauses.reduce((sum: number, pause) => sum + pause, 0);

/**
 * Reads with pauses until the call is seen as done, or the time to settle is over. One look that does not show it may be an
 * old answer, so it takes two to say that it was not carried out: when the others failed, there is one more.
 */
export async function settle(
  witness: Witness,
  own: ReadonlySet<string>,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<Verdict> {
  const look = async (pause: number): Promise<Verdict> => {
    await sleep(pause);
    return testimonyOf(witness, own);
  };
  let verdict: Verdict = { is: "unclear", message: "nothing was read" };
  let open = 0;
  for (const pause of settlePauses) {
    verdict = await look(pause);
    if (verdict.is === "done") return verdict;
    if (verdict.is === "open") open += 1;
  }
  return verdict.is === "open" && open === 1 ? look(pauseBeforeOneMore) : verdict;
}

/** What a witness tells now; a read that fails tells nothing. */
export async function testimonyOf(witness: Witness, own: ReadonlySet<string>): Promise<Verdict> {
  try {
    return await witness.tell(own);
  } catch (problem) {
    return { is: "unclear", message: `reading it failed: ${messageOf(problem)}` };
  }
}
