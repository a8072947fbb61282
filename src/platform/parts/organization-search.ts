import type { organizationSearchOperations } from "../../contract/parts/search.ts";
import type { HandlersOf } from "../call.ts";
import { searchOrganization } from "../content/search.ts";

/** Search in all spaces of an organization (4.8). */
export const organizationSearchHandlers = {
  searchOrganizationContent: (call) => searchOrganization(call, call.found.organization, call.query.query),
} satisfies HandlersOf<typeof organizationSearchOperations>;
