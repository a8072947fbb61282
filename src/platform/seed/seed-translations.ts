import { copySpace } from "../resources/spaces.ts";
import { isSameLanguage, nextRun } from "../resources/translations.ts";
import type { OrganizationState, SpaceState } from "../store/state.ts";
import { liveSpace } from "../store/state.ts";
import { add, find, rows } from "../store/table.ts";
import { beforeStart, idFor, problem, type SeedBuild } from "./seed-build.ts";
import type { SeedTranslation } from "./seed-content-schema.ts";

/** Puts a translation of the seed on the platform; its first run was a minute before the start, so it is completed. */
export function buildTranslation(
  build: SeedBuild,
  organization: OrganizationState,
  seed: SeedTranslation,
  path: string,
): void {
  const { space, language, sourceLanguage, instructions } = seed;
  const source = liveSpace(build.state, organization, space);
  if (source === undefined) {
    problem(build, `${path}.space`, `the organization has no space ${space}`);
    return;
  }
  checkLanguage(build, organization, seed, path);
  const id = idFor(build, path, "translation", `${source.title} ${language}`, seed.id);
  if (find(organization.translations, id) !== undefined) return;
  const createdAt = beforeStart(build);
  add(organization.translations, {
    id,
    source: { space, language: sourceLanguage ?? source.language },
    language,
    instructions,
    createdAt,
    updatedAt: createdAt,
    resultSpace: resultFor(build, organization, source, seed, path),
    runs: [nextRun({ runs: [] }, source, createdAt)],
  });
}

function checkLanguage(
  build: SeedBuild,
  { translations }: OrganizationState,
  { space, language }: SeedTranslation,
  path: string,
): void {
  const twice = rows(translations).some(
    (other) => other.source.space === space && isSameLanguage(other.language, language),
  );
  if (twice) problem(build, `${path}.language`, `${space} is translated into ${language} already`);
}

/** The translated space: the named one, or a copy of the source; for null, the id of no space. */
function resultFor(
  build: SeedBuild,
  organization: OrganizationState,
  source: SpaceState,
  { result, language }: SeedTranslation,
  path: string,
): string {
  if (result === null) return "";
  if (result !== undefined) {
    if (result === source.id || liveSpace(build.state, organization, result) === undefined)
      problem(build, `${path}.result`, `the organization has no other space ${result}`);
    return result;
  }
  const title = `${source.title} (${language})`;
  const id = idFor(build, path, "sp", `${source.title} ${language}`, undefined);
  return copySpace(build.state, source, { id, revision: `rev_${id}`, title, language }, build.now).id;
}
