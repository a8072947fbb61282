import type { Edition } from "../../contract/edition.ts";
import { error } from "../../model/diagnostic.ts";
import type { Report } from "../read/report.ts";
import type { ProjectSettings } from "./project-settings.ts";

/**
 * The edition of a project. At an address that is known to speak gitbook, docform.yaml cannot name another one: docform
 * would not see who has access.
 */
export function editionOf(
  { api }: Pick<ProjectSettings, "api">,
  atAddress: Edition,
  report: Report,
): Edition {
  if (atAddress === "gitbook" && api?.edition === "reference") {
    const hint = "delete platform.api: this address speaks the edition gitbook";
    report.add(
      error("DF1005", "platform.api must be gitbook at api.gitbook.com", { source: api.source, hint }),
    );
  }
  return api?.edition ?? atAddress;
}
