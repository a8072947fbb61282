import { hostileTitles } from "../plans/hostile-titles.ts";

/** A platform on which whatever has a name or a text has each of the hostile titles. */
export function hostileSeed(): object {
  const each = <T>(make: (title: string, at: number) => T): readonly T[] => hostileTitles.map(make);
  return {
    now: "2026-01-05T09:00:00Z",
    tokens: { admin: { user: "u0@acme.example", rights: "admin" } },
    organizations: [
      {
        id: "org_acme",
        title: hostileTitles[0],
        members: each((name, at) => ({ email: `u${at}@acme.example`, name, role: "admin" })),
        teams: each((title, at) => ({
          id: `team_${at}`,
          title,
          members: { [`u${at}@acme.example`]: "owner" },
        })),
        collections: each((title, at) => ({ id: `col_${at}`, title })),
        spaces: each((title, at) => ({ id: `sp_${at}`, title, collection: `col_${at}` })),
        sites: each((title, at) => ({
          id: `site_${at}`,
          title,
          structure: [
            {
              group: title,
              children: [{ section: title, condition: title, spaces: [{ space: `sp_${at}` }] }],
            },
          ],
          shareLinks: [{ id: `link_${at}`, name: title }],
        })),
      },
    ],
  };
}
