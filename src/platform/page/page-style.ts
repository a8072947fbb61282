/** The style of the page: light and dark, narrow and wide screens. Colours only repeat words. */
export const pageStyle = `
:root { color-scheme: light dark; --back: #fff; --raised: #f6f8fa; --line: #d1d9e0; --text: #1f2328; --dim: #59636e;
  --link: #0757ba; --green: #116329; --red: #a40e26; --blue: #0757ba; --lit: #fff1b8; --lit-text: #5c3d00; }
@media (prefers-color-scheme: dark) {
  :root { --back: #0d1117; --raised: #161b22; --line: #3d444d; --text: #e6edf3; --dim: #9aa4ae;
    --link: #6cb6ff; --green: #6bd17f; --red: #ff9a92; --blue: #79bcff; --lit: #4a3800; --lit-text: #ffe08a; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 84rem; padding: 1rem 1.5rem; background: var(--back); color: var(--text);
  font: 0.9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
  display: grid; grid-template-columns: minmax(0, 1fr) 23rem; gap: 0 2rem; align-items: start; }
header { grid-column: 1 / -1; border-bottom: 1px solid var(--line); }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0.25rem 0; }
h2 { font-size: 1.25rem; margin: 1rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 0.5rem; }
h4, h5 { font-size: 0.9375rem; margin: 0; }
h5 { margin-top: 0.5rem; color: var(--dim); font-weight: 400; }
p { margin: 0.25rem 0; }
ul, ol { list-style: none; margin: 0; padding: 0; }
a { color: var(--link); }
code, .time, .took { font: 0.875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.dim, .note, .time, .took { color: var(--dim); }
.note { font-size: 0.8125rem; font-weight: 400; }
.title + .note { margin-left: 0.25rem; }
.item { border-radius: 4px; padding: 0 0.25rem; margin-left: -0.25rem; }
.item[data-lit] { background: var(--lit); color: var(--lit-text); box-shadow: 0 0 0 2px var(--lit); }
.item[data-lit] .note { color: inherit; }
.item[data-lit]:after { content: " " attr(data-lit); font-size: 0.8125rem; font-weight: 700; }
article { margin: 0 0 1rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 6px; }
.reader { margin: 0.5rem 0; padding: 0.5rem 0.75rem; background: var(--raised); border-radius: 6px; }
.reader > .entries { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; }
.reader > .entries > li { flex: 0 1 auto; max-width: 100%; }
.entries .title { font-weight: 600; }
.spaces .title { font-weight: 400; }
.entries .entries, .spaces, .tree .tree { padding-left: 0.75rem; border-left: 2px solid var(--line); }
.reader > .spaces { padding: 0; border: 0; }
.inline { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.columns { columns: 18rem; column-gap: 1.5rem; }
.columns li { break-inside: avoid; padding-bottom: 0.25rem; }
aside { position: sticky; top: 0; max-height: 100vh; overflow: auto; }
#log:empty:before { content: "None yet."; color: var(--dim); }
#log { font-size: 0.8125rem; border-top: 1px solid var(--line); }
#log li { padding: 0.125rem 0 0.125rem 0.5rem; border-bottom: 1px solid var(--line);
  border-left: 3px solid transparent; }
#log .end { white-space: nowrap; }
#log .failed .end { white-space: normal; }
#log .write { border-left-color: var(--green); background: var(--raised); }
#log .failed { border-left-color: var(--red); }
#log.writes .read { display: none; }
#log.writes:not(:empty):not(:has(.write, .failed)):before { content: "No write yet."; color: var(--dim); }
#choice:not([hidden]) { display: block; }
select { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--dim); border-radius: 4px; }
.took { white-space: nowrap; }
.write .method { color: var(--green); }
.failed .method, .failed .status { color: var(--red); }
@media (max-width: 60rem) {
  body { display: block; padding: 0.75rem; }
  aside { position: static; max-height: 30rem; }
}
@media print { :root { color-scheme: light; } body { display: block; } aside { display: none; } }
`;
