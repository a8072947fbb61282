/** What each role in an organization may do. */
export const roleDocs = {
  admin: "administers content: creates and deletes spaces",
  create: "creates content",
  review: "reviews changes",
  edit: "edits, live or through change requests",
  comment: "comments",
  read: "only reads",
};

/** The same for what takes its role from what it stands in. */
export const levelDocs = { ...roleDocs, inherit: "the role of what it stands in" };
