import type { gitbookVisitorAuthOperations } from "../../contract/gitbook/visitor-auth.ts";
import type { CallAt, HandlersOf } from "../calls/call.ts";
import { setOrClear } from "../http/refusal.ts";
import type { VisitorAuthState } from "../store/site-state.ts";

function show({ found: { site } }: CallAt<"siteId">) {
  const { keys = 1, backend = "custom", fallbackURL, logoutURL } = site.visitorAuth ?? {};
  const privateKey = `visitor-auth-key-${keys}-of-${site.id}`;
  return { object: "publishing-auth" as const, backend, fallbackURL, logoutURL, privateKey };
}

function authOf({ found: { site } }: CallAt<"siteId">): VisitorAuthState {
  site.visitorAuth ??= { backend: "custom" };
  return site.visitorAuth;
}

/** The visitor authentication of each site. Its key is made of the id of the site, so that tests can search for it. */
export const gitbookVisitorAuthHandlers: HandlersOf<typeof gitbookVisitorAuthOperations> = {
  getVisitorAuth: show,
  updateVisitorAuth: (call) => {
    setOrClear(authOf(call), call.body);
    return show(call);
  },
  regenerateVisitorAuthKey: (call) => {
    const auth = authOf(call);
    auth.keys = (auth.keys ?? 1) + 1;
    return show(call);
  },
};
