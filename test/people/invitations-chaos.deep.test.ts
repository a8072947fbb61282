import { test } from "vitest";
import { nobodyGetsTwoMails } from "../support/gitbook/invitation-chaos.ts";

/** `DEEP=1 INVITATIONS=1000 npx vitest run test/people/invitations-chaos.deep.test.ts` for more. */
const runs = Number(process.env.INVITATIONS ?? 60);

test(`${runs} stories of lost answers, kills and two runners: nobody gets two mails`, () =>
  nobodyGetsTwoMails(runs));
