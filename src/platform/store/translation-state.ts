import type { z } from "zod";
import type { richDocument } from "../../contract/resource.ts";

/** One run of a translation: how far it is follows from the clock (A36). */
export interface TranslationRun {
  /** When it was asked for, or when the run before it ends. */
  readonly startsAt: string;
  /** What it translates: the content of the source when it was asked for. */
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
