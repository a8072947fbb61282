import type { BackendType } from "./backend-type.ts";
import { gitType } from "./git/git-type.ts";
import { httpType } from "./http/http-type.ts";
import { postgresType } from "./postgres/postgres-type.ts";

/** The types of shared backends, by the key of `state` in docform.yaml. An entry is all that a type needs. */
export const backendTypes = {
  git: gitType,
  http: httpType,
  postgres: postgresType,
} as const satisfies Readonly<Record<string, BackendType>>;

/** The name of a type of shared backend. */
export type BackendName = keyof typeof backendTypes;

/** A shared backend as docform.yaml names it. */
export interface SharedBackend {
  readonly name: BackendName;
  readonly type: BackendType;
  readonly setting: unknown;
}

/** The names of all types, in the order of the manual. */
export const backendNames = Object.keys(backendTypes) as readonly BackendName[];

/** The type of a name that somebody wrote. */
export function backendTypeOf(name: string): BackendType | undefined {
  return new Map<string, BackendType>(Object.entries(backendTypes)).get(name);
}

/** The backend that `state` of docform.yaml names, with its settings. Throws for a setting that names none. */
export function sharedBackend(state: { readonly [Name in BackendName]?: unknown }): SharedBackend {
  for (const name of backendNames)
    if (state[name] !== undefined) return { name, type: backendTypes[name], setting: state[name] };
  throw new Error("the state names no backend");
}

/** The secrets of the environment that any type takes: they are masked whichever of them is used. */
export function backendSecrets(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const all = Object.values(backendTypes).flatMap(({ secretsIn }) => secretsIn(env));
  return [...new Set(all)].filter((text) => text !== "");
}
