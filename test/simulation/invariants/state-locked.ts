import type { Act, Story } from "../story.ts";
import { isMutating } from "../trace.ts";
import type { Unlock } from "../unlock.ts";
import { type Invariant, told } from "./invariant.ts";

/** On a state server, one run at a time holds the lock, and what a dead one has left is removed by a person alone. */
export const stateLocked: Invariant = {
  name: "state: no mutation without the lock and a journal that is begun; a lock that is left keeps out",
  ofAct: (act, story) =>
    story.scenario.state === undefined
      ? []
      : [...withoutLock(act, story), ...withoutJournal(act)].map(
          (problem) => `run ${act.run.number}: ${problem}`,
        ),
  ofStory: ({ unlocks }) => unlocks.flatMap(wrongUnlock),
};

function withoutLock({ run, exchanges }: Act, { stateServer: { taken } }: Story): readonly string[] {
  return exchanges.flatMap((exchange) => {
    const { lock } = exchange;
    if (!isMutating(exchange) || (lock !== undefined && taken.get(lock) === run.number)) return [];
    return [`${told(exchange)} was sent while ${lock ?? "nobody"} held the lock`];
  });
}

/** The journal is begun when docform was told that the document with it is written. */
function withoutJournal({ exchanges, stateExchanges }: Act): readonly string[] {
  const begun = stateExchanges.find(
    ({ method, path, end }) => method === "POST" && !path.includes("/lock") && end === 200,
  );
  const first = exchanges.find(isMutating);
  if (first === undefined || (begun?.endedAt ?? Infinity) <= first.sentAt) return [];
  return [`${told(first)} was sent before the journal was begun on the state server`];
}

function wrongUnlock({ holder, refused, mutations, removal, isFree }: Unlock): readonly string[] {
  const said = refused.stdout + refused.stderr;
  return [
    ...(refused.code === 1 && said.includes("DF5033") && said.includes(`force-unlock ${holder}`)
      ? []
      : [`${holder} held the lock, and a run ended with ${refused.code}: ${said.slice(-400)}`]),
    ...(mutations > 0 ? [`${holder} held the lock, and another run sent ${mutations} mutations`] : []),
    ...(removal.code === 0 && isFree ? [] : [`force-unlock ended with ${removal.code}: ${removal.stderr}`]),
  ];
}
