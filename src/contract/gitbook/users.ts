import * as z from "zod";
import { defineOperations } from "../operation.ts";
import { objectOf, user } from "../resource.ts";

/** The user of the token, and the service itself. */
export const gitbookUserOperations = defineOperations("G users", {
  getUser: {
    summary: "Get the user of the token",
    call: "GET /user",
    answers: { 200: user },
  },
  getApiInformation: {
    summary: "Get the version of the API",
    call: "GET /",
    answers: {
      200: objectOf(() => ({
        version: z.string().describe("Release of the service"),
        build: z.string().describe("Date of the release, ISO 8601"),
      })),
    },
  },
});
