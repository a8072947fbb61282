import { createHash } from "node:crypto";
import { raw } from "hono/html";
import { escapeHidden } from "../../text/hidden-characters.ts";
import type { AccessLine } from "../platform.ts";
import type { State } from "../store/state.ts";
import { rows } from "../store/table.ts";
import { Organization } from "./organization.tsx";
import { pageScript } from "./page-script.ts";
import { pageStyle } from "./page-style.ts";
import { type RequestRow, requestRow } from "./request-row.ts";

/** The data that the page shows. */
export interface PageView {
  readonly state: State;
  readonly baseUrl: string;
  /** Time, ISO 8601. */
  readonly now: string;
  /** The last requests, oldest first, and the number of all so far. */
  readonly requests: { readonly count: number; readonly lines: readonly AccessLine[] };
}

const digestOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The headers of the page: nothing runs and nothing is styled but the parts of it, by digest. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'none'",
    `script-src ${digestOf(pageScript)}`,
    `style-src ${digestOf(pageStyle)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "cache-control": "no-store",
  vary: "accept",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

/** The page of a platform. Characters that nobody sees are escapes in it, wherever they stand. */
export function renderPage(view: PageView): string {
  return `<!doctype html>${escapeHidden(String(<Page {...view} />))}`;
}

function Page({ state, baseUrl, now, requests }: PageView) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>docform platform</title>
        <style>{raw(pageStyle)}</style>
      </head>
      <body data-seen={requests.count}>
        <header>
          <h1>docform platform</h1>
          <p>
            The embedded platform at <code>{baseUrl}</code>, described by{" "}
            <a href="/openapi.json">its OpenAPI document</a>
          </p>
          <p id="status" role="status">
            Reload to see changes.
          </p>
        </header>
        <main>
          {rows(state.organizations).map((organization) => (
            <Organization state={state} now={now} organization={organization} />
          ))}
          {state.organizations.order.length === 0 && <p>No organization: seed it with --seed.</p>}
        </main>
        <Requests lines={requests.lines} />
        <script>{raw(pageScript)}</script>
      </body>
    </html>
  );
}

function Requests({ lines }: { readonly lines: readonly AccessLine[] }) {
  return (
    <aside aria-labelledby="requests" tabindex={0}>
      <h2 id="requests">Requests</h2>
      <p class="dim">The last ones, newest first.</p>
      <p id="choice" hidden>
        <label>
          Show{" "}
          <select id="shown">
            <option value="writes">writes and failures</option>
            <option value="all">all</option>
          </select>
        </label>
      </p>
      <ol id="log">
        {lines.map((_, at) => {
          const line = lines[lines.length - 1 - at];
          return line && <Row row={requestRow(line)} />;
        })}
      </ol>
      <template id="row">
        <Row row={{ look: "read", time: "", method: "", path: "", status: "", took: "" }} />
      </template>
    </aside>
  );
}

function Row({ row: { look, time, method, path, status, took } }: { readonly row: RequestRow }) {
  return (
    <li class={look}>
      <span class="time">{time}</span> <b class="method">{method}</b> <code class="path">{path}</code>{" "}
      <span class="end">
        <span class="status">{status}</span> <span class="took">{took}</span>
      </span>
    </li>
  );
}
