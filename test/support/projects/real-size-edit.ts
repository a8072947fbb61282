import { parse, stringify } from "yaml";
import { emailOf, realSize } from "./real-size.ts";

interface Section {
  section: string;
  title: string;
  path: string;
  previously?: string;
  spaces: { space: string; path: string }[];
}

/** With `structure` when it has groups, too. */
type Group = { readonly group: string } & (
  | { readonly structure: (Section | Group)[] }
  | { readonly sections: (Section | Group)[] }
);

interface Manifest {
  readonly members: Record<string, object>;
  readonly teams: Record<string, { title: string; members: Record<string, string> }>;
  readonly sites: Record<string, { visibility: string; structure: (Section | Group)[] }>;
}

const newTeams = ["Launch", "Labs", "Field", "Legal", "Events", "Hiring"];

/** The people who leave. */
export const leaving: readonly string[] = Array.from({ length: 30 }, (_, index) => emailOf(25 + index * 43));

/** The changes of a quarter of work in the manifests that `init` writes. */
export function editRealSize(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { members, ...rest } = parse(files["manifests/members.yaml"] ?? "") as Pick<Manifest, "members">;
  const teams = parse(files["manifests/teams.yaml"] ?? "") as Pick<Manifest, "teams">;
  const sites = parse(files["manifests/sites.yaml"] ?? "") as Pick<Manifest, "sites">;
  changePeople(teams.teams);
  for (const email of leaving) members[email] = { absent: true };
  changeSites(sites.sites);
  return {
    "manifests/members.yaml": stringify({ ...rest, members }),
    "manifests/teams.yaml": stringify(teams),
    "manifests/sites.yaml": stringify(sites),
  };
}

/** A tenth of the memberships change: removed, another role, or another person. Who leaves is in no team. */
function changePeople(teams: Manifest["teams"]): void {
  let count = 0;
  for (const { members } of Object.values(teams)) {
    for (const [email, role] of Object.entries(members)) {
      count += 1;
      if (leaving.includes(email)) {
        delete members[email];
        const heir = Object.keys(members)[0];
        if (role === "owner" && heir !== undefined) members[heir] = "owner";
      } else if (role === "member" && count % 10 === 3) changeMembership(members, email, count);
    }
  }
  for (const [index, word] of [...newTeams, ...newTeams.map((name) => `${name} West`)].entries()) {
    const people = Array.from({ length: 3 + index }, (_, place) => emailOf(200 + index * 61 + place * 5));
    const staying = people.filter((email) => !leaving.includes(email));
    const members = Object.fromEntries(
      staying.map((email, place) => [email, place === 0 ? "owner" : "member"]),
    );
    teams[word.toLowerCase().replace(" ", "-")] = { title: word, members };
  }
}

function changeMembership(members: Record<string, string>, email: string, count: number): void {
  const other = emailOf((count * 17) % realSize.people);
  if (count % 30 === 3) members[email] = "owner";
  else delete members[email];
  if (count % 30 === 13 && !leaving.includes(other)) members[other] ??= "member";
}

/** Moves, renames, adds and deletes sections of the large site, and closes the small one. */
function changeSites({ documentation, partners }: Manifest["sites"]): void {
  if (documentation === undefined || partners === undefined) throw new Error("the sites have other keys");
  const groups = groupsIn(documentation.structure).map(itemsOf);
  for (let index = 0; index < 25; index += 1) {
    const [moved] = at(groups, index).splice(index % 2, 1);
    if (moved !== undefined) at(groups, index + 7).splice(3, 0, moved);
  }
  const sections = groups.flatMap((items) => items.filter((item) => "section" in item));
  for (let index = 0; index < 10; index += 1) rename(at(sections, index * 13));
  for (let index = 0; index < 6; index += 1) {
    const key = `quickstart-${index + 1}`;
    const spaces = [{ space: at(sections, index * 9 + 1).spaces[0]?.space ?? "", path: "start" }];
    at(groups, index * 3 + 1).unshift({ section: key, title: `Quickstart ${index + 1}`, path: key, spaces });
  }
  for (let index = 0; index < 5; index += 1) {
    const items = at(groups, index * 4 + 2);
    items.splice(
      items.findLastIndex((item) => "section" in item && item.previously === undefined),
      1,
    );
  }
  partners.visibility = "visitor-auth";
}

function rename(section: Section): void {
  section.previously = section.section;
  section.section = `all-${section.section}`;
  section.title = `All ${section.title}`;
}

function groupsIn(items: readonly (Section | Group)[]): Group[] {
  return items.flatMap((item) => ("group" in item ? [item, ...groupsIn(itemsOf(item))] : []));
}

function itemsOf(group: Group): (Section | Group)[] {
  return "structure" in group ? group.structure : group.sections;
}

function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
