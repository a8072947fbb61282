import { html } from "./html-text.ts";

/** The digest of `pageStyle` for the content security policy of a page. A test fails when the two differ. */
export const styleDigest = "sha256-P1aPXQrrdktU0hbFsYAyMtQp/90LEFFYgwQoW2yaAAY=";

/**
 * The style sheet of a page: light and dark, narrow and wide screens, and paper. Colours only repeat words.
 */
export const pageStyle = html`<style>
:root { color-scheme: light dark; --back: #fff; --raised: #f6f8fa; --line: #d1d9e0; --text: #1f2328; --dim: #59636e;
  --link: #0757ba; --green: #116329; --red: #a40e26; --amber: #7a4a00; --blue: #0757ba;
  --green-back: #e6f6e9; --red-back: #ffefee; --amber-back: #fff6dc; --blue-back: #e8f2ff; }
@media screen and (prefers-color-scheme: dark) {
  :root { --back: #0d1117; --raised: #161b22; --line: #3d444d; --text: #e6edf3; --dim: #9aa4ae;
    --link: #6cb6ff; --green: #6bd17f; --red: #ff9a92; --amber: #e8bc5a; --blue: #79bcff;
    --green-back: #10261a; --red-back: #2f1618; --amber-back: #2b2210; --blue-back: #10223a; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.5rem 0 1rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 0.75rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }
h3, h4 { font-size: 1rem; margin: 0 0 0.25rem; }
h3 code, h4 code { font-weight: 600; }
p, ul, dl { margin: 0.25rem 0; }
ul { padding-left: 1.25rem; }
a { color: var(--link); }
:target { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font: 0.875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 0.25rem 0; padding: 0.5rem; background: var(--raised); border-radius: 4px; white-space: pre-wrap; }
pre code { font-size: 1em; }
ins, del { display: inline-block; width: 100%; text-decoration: none; }
ins { color: var(--green); background: var(--green-back); }
del { color: var(--red); background: var(--red-back); }
.dim, .same { color: var(--dim); }
h4 .dim, .title { font-weight: 400; }
.create, .restore { color: var(--green); }
.delete, .blocked { color: var(--red); }
.update { color: var(--amber); }
.move, .adopt { color: var(--blue); }
.mark { white-space: nowrap; }
h3 > .mark, h4 > .mark { margin-right: 0.25rem; }
header dl { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; }
dt { color: var(--dim); font-size: 0.875rem; }
dd { margin: 0; }
article { margin: 0 0 1rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 6px; }
article > section { margin: 1rem 0 0; padding: 0.25rem 0 0 0.75rem; border-left: 3px solid var(--line); }
article.line { margin: 0 0 -1px; padding: 0.25rem 1rem; border-radius: 0; }
article:not(.line) + article.line { margin-top: 1rem; }
article.line + article:not(.line) { margin-top: 1rem; }
article :is(h3, h4) { display: inline; }
.navigation > h4 { display: block; }
.members { list-style: none; padding: 0; margin: 0.25rem 0; columns: 22rem; }
.members li { break-inside: avoid; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)); gap: 0.5rem; list-style: none; padding: 0; }
.grid li { padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-left: 4px solid; border-radius: 4px; }
.grid li > :not(.dim, a) { color: var(--text); }
.line .notes { margin: 0; }
.names ul { columns: 20rem; margin: 0.25rem 0; }
.notes { list-style: none; padding: 0; }
.alert { margin: 0.75rem 0; padding: 0.5rem 1rem; border-left: 4px solid; border-radius: 4px; }
.alert.caution { border-color: var(--red); background: var(--red-back); }
.alert.warning { border-color: var(--amber); background: var(--amber-back); }
.level { text-transform: capitalize; }
.caution .level { color: var(--red); }
.warning .level { color: var(--amber); }
table { width: 100%; table-layout: fixed; margin: 0.5rem 0; border-collapse: collapse; font-size: 0.9375rem; }
caption { padding: 0.25rem 0; text-align: left; color: var(--dim); font-size: 0.875rem; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-weight: 400; }
thead th:first-child { width: 22%; }
.calls thead th:first-child { width: 4rem; }
.calls thead th:nth-child(2), .calls thead th:nth-child(4) { width: 30%; }
thead th { border: 0; color: var(--dim); font-size: 0.875rem; }
.address { display: block; color: var(--dim); }
h5 { font-size: 0.875rem; margin: 0; color: var(--dim); font-weight: 400; }
.navigation { margin: 0.5rem 0; }
.navigation h4 { color: var(--dim); font-size: 0.875rem; font-weight: 400; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.side { padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 4px; min-width: 0; }
.side ol { margin: 0; padding-left: 1.75rem; }
.side ol ol ol ol ol ol { padding-left: 0; }
.side li::marker { color: var(--dim); font-weight: 400; }
.name { font-weight: 600; }
.row-same > .name { color: var(--dim); font-weight: 400; }
.row-remove > .name { text-decoration: line-through; }
.mark a { color: inherit; }
[data-pair] { border-radius: 4px; }
.paired { background: var(--blue-back); outline: 2px solid var(--blue); }
.navigation .mark { white-space: normal; }
.filter:not([hidden]) { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; margin-top: 2rem; }
label { min-width: 0; }
label, select { max-width: 100%; }
select { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--dim); border-radius: 4px; padding: 0.125rem 0.25rem; }
summary { cursor: pointer; }
footer { margin-top: 2rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
@media screen { .filtered { display: none; } }
@media screen and (max-width: 40rem) {
  body { padding: 0.75rem; }
  article { padding: 0.5rem 0.75rem; }
  .sides { grid-template-columns: 1fr; }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  table :is(tbody, tr, th, td) { display: block; }
  tr { padding: 0.25rem 0; border-top: 1px solid var(--line); }
  table :is(th, td) { padding: 0; border: 0; }
  td:empty { display: none !important; }
  td[data-label]:before { content: attr(data-label) ": "; color: var(--dim); }
}
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .filter { display: none !important; }
  a { color: inherit; text-decoration: none; }
  tr, li, h2, h3, h4, .alert { break-inside: avoid; }
  h2, h3, h4, caption, thead { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
</style>`;
