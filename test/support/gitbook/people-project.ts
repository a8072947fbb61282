import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { get } from "../../../src/platform/store/table.ts";
import { startTestPlatform, type TestPlatform } from "../platform/start-platform.ts";
import { canary, folderWith, manifest, quietly } from "../processes/cli-fixture.ts";
import type { Run, Surroundings } from "../processes/run-docform.ts";
import { acceptInvitation } from "./accept-invitation.ts";

/** An organization with an admin, and somebody who was invited by hand. */
export const peopleSeed = {
  now: "2026-01-05T10:00:00Z",
  tokens: { [canary.admin]: { user: "ana@acme.example", rights: "admin" } },
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      members: [
        { email: "ana@acme.example", role: "admin" },
        { email: "li@acme.example", role: "edit" },
      ],
      spaces: [
        { id: "sp_one", title: "One" },
        { id: "sp_two", title: "Two" },
      ],
    },
    { id: "org_other", title: "Other", members: [{ email: "mo@acme.example", role: "read" }] },
  ],
};

/** docform.yaml of a project on the published API. */
export const gitbookSettings =
  "platform: { api: gitbook }\norganizations: { acme: { id: org_acme } }\nguards: { minAdmins: 1 }\n";

/** A project on an embedded platform that speaks the published API, with the mails that were sent. */
export interface PeopleProject {
  readonly folder: string;
  readonly platform: TestPlatform;
  readonly docform: (line: string, more?: Partial<Surroundings>) => Promise<Run>;
  /** The mails that a person has got. */
  readonly mails: (email: string) => number;
  /** The person accepts an invitation. */
  readonly accept: (email: string) => boolean;
  /** Writes the manifests again. */
  readonly declare: (body: string) => void;
}

/** Starts a platform, and makes a project with these members and more. */
export async function peopleProject(
  body: string,
  {
    faults = [],
    organization = {},
  }: { readonly faults?: readonly object[]; readonly organization?: object } = {},
): Promise<PeopleProject> {
  const files = (text: string) => ({ "docform.yaml": gitbookSettings, ...manifest(text) });
  const folder = folderWith(files(body));
  const [acme, ...others] = peopleSeed.organizations;
  const seed = { ...peopleSeed, organizations: [{ ...acme, ...organization }, ...others] };
  const platform = await startTestPlatform(seed, faults, "gitbook");
  const org = get(platform.state.organizations, "org_acme");
  return {
    folder,
    platform,
    docform: (line, more) =>
      quietly(line, { cwd: folder, env: platform.env, sleep: platform.sleep, ...more }),
    mails: (email) => org.invitations?.[email]?.sentAt.length ?? 0,
    accept: (email) => acceptInvitation(platform.state, org, email, "2026-01-06T00:00:00.000Z"),
    declare: (text) => writeFileSync(join(folder, "manifests/all.yaml"), `organization: acme\n${text}`),
  };
}
