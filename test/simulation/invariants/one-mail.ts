import { rows } from "../../../src/platform/store/table.ts";
import type { Invariant } from "./invariant.ts";

/** However often a run is repeated, each person is invited once: a mail cannot be taken back, and a seat costs. */
export const oneMail: Invariant = {
  name: "one mail: nobody is invited twice",
  ofStory: ({ platform }) =>
    rows(platform.state.organizations).flatMap(({ invitations = {} }) =>
      Object.values(invitations).flatMap(({ email, sentAt }) =>
        sentAt.length === 1 ? [] : [`${email} got ${sentAt.length} mails: ${sentAt.join(", ")}`],
      ),
    ),
};
