/** The seed of an organization with one administrator, and with what is given of it: spaces, sites. */
export function acmeSeed(given: object) {
  return {
    now: "2026-01-05T09:00:00Z",
    tokens: { admin: { user: "ana@acme.example", rights: "admin" } },
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        members: [{ email: "ana@acme.example", role: "admin" }],
        ...given,
      },
    ],
  };
}
