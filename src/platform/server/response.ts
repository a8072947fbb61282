import type { FaultRule } from "../faults/fault-schema.ts";
import { changed } from "../machine.ts";
import type { PlatformAnswer } from "../platform.ts";

/** What comes of a request, whatever carries it: a socket, or a simulation without one. */
export type Outcome =
  | {
      readonly type: "answer";
      readonly answer: PlatformAnswer;
      /** Milliseconds that it is held back. */
      readonly delay?: number;
      /** Bytes of the body after which the connection closes. */
      readonly keep?: number;
    }
  | { readonly type: "reset" }
  /** Every connection is reset, and for so many milliseconds new ones are refused. */
  | { readonly type: "refuse"; readonly milliseconds: number };

/** What happens to a request, and what it leaves behind. */
export interface Response {
  readonly outcome: Outcome;
  /** Is the state another one than before? */
  readonly hasChanged: boolean;
  /** The fault that was made to happen. */
  readonly fault?: FaultRule["fault"];
}

/** The response that is an answer and nothing else. */
export function plain(answer: PlatformAnswer): Response {
  return { outcome: { type: "answer", answer }, hasChanged: changed(answer) };
}
