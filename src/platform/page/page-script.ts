/**
 * The script of the page, which runs in browsers. It follows the requests, and gets the page again when one of them
 * changed something, or is still worked on: what is new or differs lights up. It makes no markup of data, and its policy lets it make none.
 */
export const pageScript = `
const [status, log, row, choice, shown] = ["status", "log", "row", "choice", "shown"].map((id) =>
  document.getElementById(id));
const litFor = 10000;
const lit = new Map();
const noticed = { new: new Set(), changed: new Set(), deleted: new Set() };
let pending;
let rest = 0;
let isBusy = false;
let isStale = false;

const items = () => new Map([...document.querySelectorAll("[data-item]")].map((item) => [item.dataset.item, item]));

function say(connection) {
  const counts = Object.entries(noticed).map(([word, paths]) => paths.size + " " + word);
  status.textContent = connection + " Since you opened the page: " + counts.join(", ") + ".";
}

function light(path, given) {
  const word = lit.get(path)?.word === "new" ? "new" : given;
  noticed[word].add(path);
  clearTimeout(lit.get(path)?.timer);
  const timer = setTimeout(() => {
    lit.delete(path);
    delete items().get(path)?.dataset.lit;
  }, litFor);
  lit.set(path, { word, timer });
}

function showLit() {
  const all = items();
  for (const [path, { word }] of lit) {
    const item = all.get(path);
    if (item !== undefined) item.dataset.lit = word;
  }
}

function showRow(request) {
  const item = row.content.firstElementChild.cloneNode(true);
  item.className = request.look;
  for (const name of ["time", "method", "path", "status", "took"]) item.querySelector("." + name).textContent = request[name];
  log.prepend(item);
  if (log.childElementCount > 200) ([...log.querySelectorAll(".read")].at(-1) ?? log.lastElementChild).remove();
}

function touch(path) {
  const all = items();
  while (path !== "" && !all.has(path)) path = path.slice(0, path.lastIndexOf("/"));
  if (path !== "") light(path, "changed");
}

function replaceMain(main) {
  const before = new Map([...items()].map(([path, item]) => [path, item.textContent]));
  document.querySelector("main").replaceWith(main);
  const after = items();
  for (const [path, item] of after)
    if (before.get(path) !== item.textContent) light(path, before.has(path) ? "changed" : "new");
  for (const path of before.keys()) {
    if (after.has(path)) continue;
    noticed.deleted.add(path);
    noticed.changed.delete(path);
  }
  showLit();
  say("Live: what changes lights up.");
  if (main.querySelector("[data-pending]") !== null) setTimeout(refreshSoon, 1000);
}

function refresh() {
  pending = undefined;
  isBusy = true;
  const start = performance.now();
  const request = new XMLHttpRequest();
  request.open("GET", "/");
  request.setRequestHeader("accept", "text/html");
  request.responseType = "document";
  request.onloadend = () => {
    isBusy = false;
    rest = 4 * (performance.now() - start);
    const main = request.status === 200 ? request.response?.querySelector("main") : undefined;
    if (main) replaceMain(main);
    if (isStale) refreshSoon();
  };
  isStale = false;
  request.send();
}

function refreshSoon() {
  isStale = true;
  if (!isBusy) pending ??= setTimeout(refresh, Math.max(200, rest));
}

// Reads are many: each apply ends with some. What changed something stays in view.
const choose = () => log.classList.toggle("writes", shown.value === "writes");
choice.hidden = false;
shown.addEventListener("change", choose);
choose();

const events = new EventSource("/events?after=" + document.body.dataset.seen);
let wasLost = false;
events.onopen = () => {
  say("Live: what changes lights up.");
  if (wasLost) refreshSoon();
  wasLost = false;
};
events.onerror = () => {
  wasLost = true;
  const isOver = events.readyState === EventSource.CLOSED;
  say(isOver ? "Reload to see changes." : "The connection is lost; the page tries again.");
};
events.onmessage = ({ data }) => {
  const requests = JSON.parse(data);
  requests.forEach(showRow);
  for (const { changed } of requests) if (changed !== undefined) touch(changed);
  showLit();
  if (requests.some(({ look }) => look === "write")) refreshSoon();
};
`;
