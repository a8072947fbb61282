import type { z } from "zod";
import type { richDocument } from "../../contract/resource.ts";

/** One run of a translation: how far it is follows from the clock (A36). */
export interface TranslationRun {
  /** The time of the request, or the end of the run before. */
  readonly startsAt: string;
  /** The number of pages in the source at the time of the request. */
  readonly pages: number;
  readonly words: number;
}

/** A translation of a space into a language (2.14). */
export interface TranslationState {
  readonly id: string;
  readonly source: { readonly space: string; readonly language?: string | undefined };
  readonly language: string;
  instructions?: z.infer<ReturnType<typeof richDocument>> | undefined;
  readonly createdAt: string;
  updatedAt: string;
  /** Id of the translated space. */
  resultSpace: string;
  readonly runs: TranslationRun[];
}
