import { mutates, type Operation, pathParameters } from "./operation.ts";

/** The meaning of each failure status (A2). */
export const failureMeanings = {
  400: "Invalid input or position",
  401: "No token, or one that is not known",
  403: "The token lacks the right",
  404: "Unknown id",
  409: "Conflict, or nothing would change",
  412: "It cannot be moved there",
  429: "Over a limit; Retry-After says how long to wait",
} as const satisfies Readonly<Record<number, string>>;

/** A status that a call can fail with. */
export type FailureStatus = keyof typeof failureMeanings;

/**
 * Failures that do not follow from the form of an operation: something else has the path, slug, hostname or
 * basename already, or nothing would change (7, A2, A20, A23, A26, A30, A33).
 */
const ownFailures: Readonly<Record<string, readonly FailureStatus[]>> = {
  transferSpace: [412],
  moveCollection: [409],
  transferCollection: [409, 412],
  updateOrganization: [409],
  updateSite: [409],
  updateSiteSection: [409],
  updateSiteSpace: [409],
  deleteSiteSpace: [400],
  createOpenApiSpec: [409],
  createTranslation: [409],
  runTranslation: [409],
};

/** Whether an operation changes a space or its content. A deleted or locked space refuses that (A17, 2.1). */
function changesSpace(operation: Operation): boolean {
  return mutates(operation) && operation.path.startsWith("/spaces/") && operation.name !== "deleteSpace";
}

/**
 * Whether the last path parameter may name a missing object: upserts create it, and deletes ignore it (A3,
 * A4).
 */
function lastMayMiss({ method, name }: Operation): boolean {
  return method === "DELETE" || name === "putOpenApiSpec";
}

/** The caller's own organizations are never out of reach. */
function canBeForbidden(operation: Operation): boolean {
  return mutates(operation) || pathParameters(operation).length > 0;
}

/**
 * The documented failures of an operation, in order: those that follow from its form (A2), and those in the
 * reference. Every call may get a 429, so it is left out.
 */
export function documentedFailures(operation: Operation): readonly FailureStatus[] {
  const lookedUp = pathParameters(operation).length - (lastMayMiss(operation) ? 1 : 0);
  const takesInput = operation.body !== undefined || operation.query !== undefined;
  const failures: readonly FailureStatus[] = [
    ...(takesInput ? [400 as const] : []),
    401,
    ...(canBeForbidden(operation) ? [403 as const] : []),
    ...(lookedUp > 0 ? [404 as const] : []),
    ...(changesSpace(operation) ? [409 as const] : []),
    ...(ownFailures[operation.name] ?? []),
  ];
  return [...failures].sort();
}
