import type { Call, Handlers } from "../calls/call.ts";
import { conflict, invalid, Refusal } from "../http/refusal.ts";
import { permissionsOf } from "../resources/access.ts";
import { type Caller, listing, type View } from "../resources/caller.ts";
import {
  isSameLanguage,
  makeResult,
  nextRun,
  progressOf,
  runAgain,
  translationsOf,
} from "../resources/translations.ts";
import type { TranslationState } from "../store/content-state.ts";
import { liveSpace, newId, type OrganizationState, type SpaceState } from "../store/state.ts";
import { add, entry, remove } from "../store/table.ts";

/** A translation as the API shows it (2.14). Its result is shown as soon as a run has ended, unless it was deleted. */
function showTranslation(
  { state, token, baseUrl, now }: Caller,
  organization: OrganizationState,
  shown: TranslationState,
): View<"getTranslation"> {
  const { id, source, language, instructions, createdAt } = shown;
  const { status, updatedAt, stats } = progressOf(shown, now);
  const space = entry(state.spaces, shown.resultSpace);
  const isShown = space !== undefined && space.deletedAt === undefined && stats.runs > 0;
  return {
    object: "translation",
    ...{ id, status },
    source: { ...source },
    ...{ language, instructions },
    result: isShown ? { space: space.id, revision: space.content.current } : undefined,
    ...{ createdAt, updatedAt, stats },
    permissions: permissionsOf(token, "edit"),
    urls: { location: `${baseUrl}/v1/orgs/${organization.id}/translations/${id}` },
  };
}

/** The space to translate; refuses a language that it is translated into already (A33). Its own one is not forbidden. */
function checkCreate({ state, found, body, now }: Call<"createTranslation">): SpaceState {
  const { organization } = found;
  const { language, source } = body;
  const space = liveSpace(state, organization, source.space);
  if (space === undefined)
    throw invalid("source.space", `the organization has no space ${JSON.stringify(source.space)}`);
  const same = translationsOf(state, organization, now).find(
    (other) => other.source.space === space.id && isSameLanguage(other.language, language),
  );
  if (same !== undefined) throw conflict("language", `${same.id} translates the space into it already`);
  return space;
}

function createTranslation(call: Call<"createTranslation">) {
  const { state, found, body, now } = call;
  const { language, instructions } = body;
  const space = checkCreate(call);
  const created: TranslationState = {
    id: newId(state, "translation"),
    source: { space: space.id, language: body.source.language ?? space.language },
    language,
    instructions,
    createdAt: now,
    updatedAt: now,
    resultSpace: makeResult(state, space, language, now).id,
    runs: [nextRun({ runs: [] }, space, now)],
  };
  return showTranslation(call, found.organization, add(found.organization.translations, created));
}

function run({ state, found, token, now }: Call<"runTranslation">): void {
  const { organization, translation: shown } = found;
  if (liveSpace(state, organization, shown.source.space) === undefined)
    throw new Refusal(409, "The source of the translation is deleted; restore it first.");
  runAgain(state, organization, shown, { user: token.user, now });
}

function updateTranslation(call: Call<"updateTranslation">) {
  const { organization, translation: shown } = call.found;
  if (call.body.instructions !== undefined) {
    shown.instructions = call.body.instructions;
    shown.updatedAt = call.now;
  }
  return showTranslation(call, organization, shown);
}

/** Operations on translations (4.17). Deleting a translation keeps the translated space. */
export const translationHandlers = {
  listTranslations: (call) => {
    const { organization } = call.found;
    const all = translationsOf(call.state, organization, call.now);
    return listing(all, (shown) => showTranslation(call, organization, shown));
  },
  createTranslation: createTranslation,
  getTranslation: (call) => showTranslation(call, call.found.organization, call.found.translation),
  updateTranslation: updateTranslation,
  deleteTranslation: ({ found }) => remove(found.organization.translations, found.translation.id),
  runTranslation: run,
} satisfies Partial<Handlers>;
