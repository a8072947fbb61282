import { hash } from "../io/hash.ts";

/** One of several parts of the units of a project: `3/16` is the third of sixteen. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** The most shards: more than anybody has machines. */
const mostShards = 10_000;

/** Reads a shard as it is written, or says what is wrong with it. */
export function parseShard(text: string): Shard | string {
  const [, first = "", second = ""] = /^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
  const [index, count] = [Number(first), Number(second)];
  if (first === "" || count < 1 || count > mostShards)
    return `It takes I/N, such as 3/16, with N up to ${mostShards}.`;
  if (index === 0)
    return `Shards count from 1: 1/${count} is the first. JOB_COMPLETION_INDEX counts from 0, so add 1.`;
  return index <= count ? { index, count } : `There is no shard ${index} of ${count}.`;
}

/**
 * Is a unit in the shard? It depends on its name and the number of shards alone: each machine finds the same without
 * asking another one, and each unit is in one shard.
 */
export function isInShard(unit: string, { index, count }: Shard): boolean {
  return Number.parseInt(hash(unit).slice(0, 12), 16) % count === index - 1;
}
