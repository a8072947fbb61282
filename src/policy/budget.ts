/** The steps that one question to a rule may take. Each item that a macro looks at is a step. */
const mostSteps = 100_000;

/** The steps of the question that is being answered. */
export interface Budget {
  /** Begins a question. */
  readonly begin: () => void;
  /** Takes steps. Throws when there are no more. */
  readonly take: (steps: number) => void;
  /** Were more steps asked for than there are? An expression may go on after an error, so it cannot tell. */
  readonly isSpent: () => boolean;
}

/** The message for a rule that ran out of steps. */
export const outOfSteps = `it takes more than ${mostSteps.toLocaleString("en-US")} steps`;

/** A budget for one question after the other. */
export function createBudget(): Budget {
  let left = mostSteps;
  return {
    begin: () => {
      left = mostSteps;
    },
    take: (steps) => {
      left -= steps;
      if (left < 0) throw new Error(outOfSteps);
    },
    isSpent: () => left < 0,
  };
}
