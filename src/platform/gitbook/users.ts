import type { gitbookOperations } from "../../contract/gitbook/operations.ts";
import type { CallOf } from "../calls/call.ts";
import { showUser } from "../resources/people.ts";

type Operations = typeof gitbookOperations;

/** The user of the token, and the version of the API whose published document the edition follows. */
export const gitbookUserHandlers = {
  getUser: (call: CallOf<Operations["getUser"]>) => showUser(call, call.token.user),
  getApiInformation: () => ({ version: "0.202.0", build: "2026-01-01T00:00:00.000Z" }),
};
