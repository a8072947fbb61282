// `plain-script.mjs WANTED`: what somebody writes on the published client in an afternoon. It reads the lists, compares
// them with a file, and writes the differences, eight calls at once. It checks nothing, before or after.
import { readFileSync } from "node:fs";
import { GitBookAPI } from "@gitbook/api";

const atOnce = 8;
const { organization, members, teams, sites } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { orgs } = new GitBookAPI({
  endpoint: process.env.DOCFORM_BASE_URL,
  authToken: process.env.DOCFORM_TOKEN,
});

/** Runs tasks, some at once; their results, in the order of the tasks. */
async function runAll(tasks) {
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < tasks.length) {
      const at = next++;
      results[at] = await tasks[at]();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

/** A task that reads a list whole. */
function list(method, ...params) {
  return async () => {
    const items = [];
    for (let page; ; ) {
      const { data } = await orgs[method](organization, ...params, { limit: 1000, page });
      items.push(...data.items);
      page = data.next?.page;
      if (page === undefined) return items;
    }
  };
}

function differences(items, wanted) {
  const live = new Map(items.map((item) => [item.id, item]));
  const differs = (item, fields) => Object.entries(fields).some(([name, value]) => item?.[name] !== value);
  return wanted.filter(({ id, fields }) => differs(live.get(id), fields));
}

const [liveMembers] = await runAll([
  list("listMembersInOrganizationById"),
  list("listTeamsInOrganizationById"),
  list("listSpacesInOrganizationById"),
  list("listCollectionsInOrganizationById"),
  list("listTranslations"),
  list("listOpenApiSpecs"),
  list("listSamlProvidersInOrganizationById"),
  list("listSites"),
]);
const sections = await runAll(sites.map(({ id }) => list("listSiteSections", id)));
await runAll(
  sites.flatMap(({ id }) => [
    list("listSiteSectionGroups", id),
    list("listSiteSpaces", id),
    list("listSiteShareLinks", id),
  ]),
);
await runAll(teams.map((id) => list("listTeamMembersInOrganizationById", id)));

await runAll([
  ...differences(liveMembers, members).map(
    ({ id, fields }) =>
      () =>
        orgs.updateMemberInOrganizationById(organization, id, fields),
  ),
  ...sites.flatMap((site, at) =>
    differences(sections[at], site.sections).map(
      ({ id, fields }) =>
        () =>
          orgs.updateSiteSectionById(organization, site.id, id, fields),
    ),
  ),
]);
