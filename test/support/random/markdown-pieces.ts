/** Pieces of Markdown that open something: a text that repeats one makes a bad reader look at the rest for each. */
export const markdownPieces = [
  "[",
  "![[",
  "`",
  "` `` ",
  "<!--",
  "{{ ",
  "<a ",
  "\\",
  "[a](",
  "[[a]",
  "> ",
  "# ",
  "- a\n",
  "a\n\n",
];
