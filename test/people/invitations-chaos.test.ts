import { test } from "vitest";
import { nobodyGetsTwoMails } from "../support/gitbook/invitation-chaos.ts";

test("lost answers, kills and two runners: nobody gets two mails", () => nobodyGetsTwoMails(2));
