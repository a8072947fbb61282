import type { Child } from "hono/jsx";

/** The path of something in the API: what the page knows it by. */
export function pathOf(...segments: readonly string[]): string {
  return `/v1/${segments.map(encodeURIComponent).join("/")}`;
}

/** Something of the platform, in a line: it lights up when a request changes it, or when its line differs. */
export function Item({ path, children }: { readonly path: string; readonly children?: Child }) {
  return (
    <span class="item" data-item={path}>
      {children}
    </span>
  );
}

/** A title or name, which may be written in either direction. */
export function Title({ text }: { readonly text: string }) {
  return <bdi class="title">{text}</bdi>;
}

/** Short facts behind a title; those that do not hold are left out. */
export function Notes({ notes }: { readonly notes: readonly (string | false | undefined)[] }) {
  const shown = notes.filter((note) => note !== undefined && note !== false);
  return shown.map((note, at) => (
    <span class="note">
      {at === 0 ? " " : " · "}
      <bdi>{note}</bdi>
    </span>
  ));
}

/** The head of a list, with how much is in it. */
export function ListHead({ title, count }: { readonly title: string; readonly count: number }) {
  return (
    <h3>
      {title} <span class="note">{count}</span>
    </h3>
  );
}

/** A list of items. */
export function List({ of, look }: { readonly of: readonly Child[]; readonly look: string }) {
  return (
    <ul class={look}>
      {of.map((one) => (
        <li>{one}</li>
      ))}
    </ul>
  );
}
