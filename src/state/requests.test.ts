import { expect, test } from "vitest";
import { kindsOfAll } from "../kinds/kinds-of.ts";
import type { LineOf } from "./journal-line.ts";
import { requestsBy } from "./requests.ts";

const at = "2026-01-05T10:00:00.000Z";

/** The journal of a run over two organizations, which invited somebody in each, and asked for a removal in one. */
function journalOf(outcomes: readonly Pick<LineOf<"outcome">, "step" | "outcome" | "status">[]) {
  const invite = (step: string, alias: string, email: string): LineOf<"intent"> => ({
    ...{ type: "intent", at, step, address: `${alias}/members.${email}`, operation: "inviteMembers" },
    ...{ params: { organizationId: alias }, body: { emails: [{ email, role: "read" }] } },
  });
  const removal: LineOf<"intent"> = {
    ...{ type: "intent", at, step: "s3", address: "acme/members.li@acme.example", operation: "removeMember" },
    params: { organizationId: "org_acme", userId: "usr_li" },
  };
  const intents = [invite("s1", "acme", "Bo@acme.example"), invite("s2", "globex", "cy@x.example"), removal];
  const ended = outcomes.map((one): LineOf<"outcome"> => {
    const { address = "", operation = "" } = intents.find(({ step }) => step === one.step) ?? {};
    return { type: "outcome", at, address, operation, ...one };
  });
  const byStep = <T extends { readonly step: string }>(all: readonly T[]) =>
    new Map(all.map((one) => [one.step, one]));
  return { intents: byStep(intents), outcomes: byStep(ended) };
}

const requests = (journal: ReturnType<typeof journalOf>, ...aliases: string[]) => [
  ...requestsBy(kindsOfAll, journal, aliases).keys(),
];

test("requests in doubt are those of the given organizations alone", () => {
  const journal = journalOf([{ step: "s3", outcome: "requested" }]);
  expect(requests(journal, "acme")).toEqual(["acme invite bo@acme.example", "acme delete member usr_li"]);
  expect(requests(journal, "globex")).toEqual(["globex invite cy@x.example"]);
  expect(requests(journal, "other")).toEqual([]);
});

test("a refused invitation is no request, nor is a removal that was not asked of anybody", () => {
  const refused = { outcome: "failed", status: 400 } as const;
  expect(
    requests(
      journalOf([
        { step: "s1", ...refused },
        { step: "s3", outcome: "done" },
      ]),
      "acme",
    ),
  ).toEqual([]);
});
