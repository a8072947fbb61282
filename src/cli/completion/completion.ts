/** A word that completion offers, and what it is. */
export interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** What may stand in a place of a command line: some words, or the name of any file, which the shell knows. */
export type Offer = readonly Candidate[] | "files";
