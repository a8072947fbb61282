/** The part of a call that was not done, and the way out. */
export interface Shortfall {
  readonly message: string;
  readonly next: string;
}
