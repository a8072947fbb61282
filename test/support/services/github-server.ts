import type { Seen } from "../network/scripted-server.ts";
import {
  headOf,
  own,
  type Repository,
  type StoredComment,
  type StoredIssue,
  type StoredPull,
  stateOf,
} from "./repository.ts";
import { type Answer, type Call, type Handlers, type ServiceServer, startService } from "./service-server.ts";

const repo = "/repos/{owner}/{repo}";
const page = "https://github.example/acme/docs";
const notFound: Answer = {
  status: 404,
  data: { message: "Not Found", documentation_url: "https://docs.github.com/rest" },
};

/** Shows a repository as GitHub's API does. Its name is `acme/docs`. That of an enterprise has the root `/api/v3`. */
export function startGithub(repository: Repository, root = ""): Promise<ServiceServer> {
  const handlers = {
    ...commentHandlers(repository),
    ...issueHandlers(repository),
    ...pullHandlers(repository),
    ...gitHandlers(repository),
  };
  return startService("github", handlers, { root, others: (seen) => graphql(repository, seen) });
}

function commentHandlers(repository: Repository): Handlers {
  const shown = ({ id, text, author, isHidden }: StoredComment) => ({
    id,
    node_id: `node-${id}`,
    body: text,
    html_url: `${page}/pull/7#issuecomment-${id}`,
    user: { login: author },
    minimized: isHidden ? { reason: "outdated" } : null,
  });
  return {
    [`GET ${repo}/issues/{issue_number}/comments`]: ({ params }) => ({
      status: 200,
      data: repository.comments.filter(({ on }) => on === Number(params.issue_number)).map(shown),
    }),
    [`POST ${repo}/issues/{issue_number}/comments`]: ({ params, body }) => ({
      status: 201,
      data: shown(repository.comment(Number(params.issue_number), body.body)),
    }),
    [`PATCH ${repo}/issues/comments/{comment_id}`]: ({ params, body }) => {
      const comment = repository.comments.find(({ id }) => id === Number(params.comment_id));
      if (comment === undefined) return notFound;
      comment.text = body.body;
      return { status: 200, data: shown(comment) };
    },
  };
}

function issueHandlers(repository: Repository): Handlers {
  const shown = ({ number, title, text, labels, isOpen, author }: StoredIssue) => ({
    number,
    title,
    body: text,
    state: isOpen ? "open" : "closed",
    html_url: `${page}/issues/${number}`,
    user: { login: author },
    labels: labels.map((name) => ({ name })),
  });
  return {
    [`GET ${repo}/issues`]: ({ query }) => {
      const isAsked = ({ isOpen, author }: StoredIssue): boolean =>
        (query.state !== "open" || isOpen) && author === query.creator;
      const issues = repository.issues.filter(isAsked);
      const asIssues = repository.pulls.map(({ number, title }) => ({
        number,
        title,
        user: { login: own },
        pull_request: {},
      }));
      return { status: 200, data: [...issues.map(shown).reverse(), ...asIssues] };
    },
    [`POST ${repo}/issues`]: ({ body }) => ({
      status: 201,
      data: shown(repository.issue(body.title, body.body, body.labels)),
    }),
    [`PATCH ${repo}/issues/{issue_number}`]: ({ params, body }) => {
      const issue = repository.issues.find(({ number }) => number === Number(params.issue_number));
      if (issue === undefined) return notFound;
      issue.title = body.title ?? issue.title;
      issue.text = body.body ?? issue.text;
      issue.labels = body.labels ?? issue.labels;
      issue.isOpen = body.state === undefined ? issue.isOpen : body.state === "open";
      return { status: 200, data: shown(issue) };
    },
  };
}

function pullHandlers(repository: Repository): Handlers {
  const shown = (pull: StoredPull) => ({
    number: pull.number,
    title: pull.title,
    body: pull.text,
    html_url: `${page}/pull/${pull.number}`,
    state: stateOf(pull) === "open" ? "open" : "closed",
    head: {
      ref: pull.branch,
      sha: headOf(pull),
      repo: { full_name: pull.isFork ? "eve/docs" : "acme/docs" },
    },
    base: { ref: pull.base, sha: repository.branches.get(pull.base), repo: { full_name: "acme/docs" } },
    labels: pull.labels.map((name) => ({ name, color: "ededed" })),
    user: { login: pull.author },
    merged_at: pull.merged?.at ?? null,
  });
  const withPull = ({ params }: Call, action: (pull: StoredPull) => Answer): Answer => {
    const pull = repository.pulls.find(({ number }) => number === Number(params.pull_number));
    return pull === undefined ? notFound : action(pull);
  };
  return {
    [`GET ${repo}/pulls`]: ({ query }) => {
      const branch = query.head?.split(":")[1];
      const isAsked = (pull: StoredPull): boolean =>
        (branch === undefined || (pull.branch === branch && !pull.isFork)) &&
        pull.base === query.base &&
        (query.state !== "open" || stateOf(pull) === "open");
      const pulls = repository.pulls.filter(isAsked);
      return { status: 200, data: pulls.map(shown).reverse() };
    },
    [`POST ${repo}/pulls`]: ({ body: { head, base, title, body } }) => ({
      status: 201,
      data: shown(repository.openPull(head, { base, title, text: body })),
    }),
    [`GET ${repo}/pulls/{pull_number}`]: (call) =>
      withPull(call, (pull) => ({ status: 200, data: shown(pull) })),
    [`PATCH ${repo}/pulls/{pull_number}`]: (call) =>
      withPull(call, (pull) => {
        pull.title = call.body.title ?? pull.title;
        pull.text = call.body.body ?? pull.text;
        if (call.body.state !== undefined) pull.isClosed = call.body.state === "closed";
        return { status: 200, data: shown(pull) };
      }),
    [`GET ${repo}/issues/{issue_number}/events`]: ({ params }) => {
      const pull = repository.pulls.find(({ number }) => number === Number(params.issue_number));
      const events = pull?.labelEvents.map(({ label, by, at }, id) => ({
        id,
        event: "labeled",
        actor: { login: by, type: by.endsWith("[bot]") ? "Bot" : "User" },
        label: { name: label, color: "ededed" },
        created_at: at,
      }));
      return { status: 200, data: events ?? [] };
    },
    [`GET ${repo}/branches/{branch}`]: ({ params: { branch: name = "" } }) => {
      const commit = { sha: repository.branches.get(name) };
      return { status: 200, data: { name, protected: repository.rules.needsCheck, commit } };
    },
    [`GET ${repo}/rules/branches/{branch}`]: () => {
      const { needsCheck, needsNewest } = repository.rules;
      const parameters = {
        required_status_checks: [{ context: "check" }],
        strict_required_status_checks_policy: needsNewest,
      };
      return { status: 200, data: needsCheck ? [{ type: "required_status_checks", parameters }] : [] };
    },
    [`GET ${repo}/commits/{commit_sha}/pulls`]: ({ params }) => {
      const has = ({ merged, pushes }: StoredPull): boolean =>
        [merged, ...pushes].some((one) => one?.sha === params.commit_sha);
      return { status: 200, data: repository.pulls.filter(has).map(shown) };
    },
  };
}

function gitHandlers(repository: Repository): Handlers {
  const shown = (name: string) => ({
    ref: `refs/heads/${name}`,
    object: { sha: repository.branches.get(name), type: "commit" },
  });
  const refused = (message: string): Answer => ({ status: 422, data: { message } });
  return {
    [`GET ${repo}/git/ref/{ref}`]: ({ params }) => {
      const name = params.ref?.replace(/^heads\//, "") ?? "";
      return repository.branches.has(name) ? { status: 200, data: shown(name) } : notFound;
    },
    [`GET ${repo}/compare/{basehead}`]: ({ params }) => {
      const [base = "", head = ""] = params.basehead?.split("...") ?? [];
      if (!repository.commits.has(base) || !repository.commits.has(head)) return notFound;
      const [before, after] = [repository.historyOf(base), repository.historyOf(head)];
      if (base !== head && ![...before].some((sha) => after.has(sha))) return notFound;
      const isAhead = after.has(base);
      const status =
        base === head ? "identical" : isAhead ? "ahead" : before.has(head) ? "behind" : "diverged";
      return { status: 200, data: { status, commits: [] } };
    },
    [`GET ${repo}/git/trees/{tree_sha}`]: ({ params: { tree_sha: sha = "" }, query }) => {
      if (!repository.commits.has(sha) && !repository.trees.has(sha)) return notFound;
      const entries = query.recursive ? repository.allEntriesOf(sha) : repository.entriesOf(sha);
      return { status: 200, data: { sha, truncated: false, tree: entries } };
    },
    [`GET ${repo}/git/blobs/{file_sha}`]: ({ params: { file_sha: sha = "" } }) => {
      const text = repository.blob(sha);
      if (text === undefined) return notFound;
      return {
        status: 200,
        data: { sha, encoding: "base64", content: Buffer.from(text).toString("base64") },
      };
    },
    [`POST ${repo}/git/trees`]: ({ body }) => {
      const base = repository.commits.get(body.base_tree)?.files ?? repository.trees.get(body.base_tree);
      const entries = body.tree.map(({ path, content }: { path: string; content: string }) => [
        path,
        content,
      ]);
      return {
        status: 201,
        data: { sha: repository.tree({ ...base, ...Object.fromEntries(entries) }), tree: [] },
      };
    },
    [`POST ${repo}/git/commits`]: ({ body }) => {
      const files = repository.trees.get(body.tree);
      return files === undefined
        ? refused("Tree SHA does not exist")
        : { status: 201, data: { sha: repository.commit(files, body.parents) } };
    },
    [`POST ${repo}/git/refs`]: ({ body }) => {
      const name = body.ref.replace(/^refs\/heads\//, "");
      if (repository.branches.has(name)) return refused("Reference already exists");
      repository.point(name, body.sha);
      return { status: 201, data: shown(name) };
    },
    [`PATCH ${repo}/git/refs/{ref}`]: ({ params, body }) => {
      const name = params.ref?.replace(/^heads\//, "") ?? "";
      if (!repository.branches.has(name)) return refused("Reference does not exist");
      repository.point(name, body.sha);
      return { status: 200, data: shown(name) };
    },
  };
}

/** The two queries that docform sends; GitHub publishes its GraphQL apart from the document of REST. */
function graphql(repository: Repository, { method, url, body }: Seen): object | undefined {
  if (method !== "POST" || !/^(\/api)?\/graphql$/.test(url)) return undefined;
  const { query, variables } = JSON.parse(body);
  if (/^query \{ viewer \{ login \} \}$/.test(query)) return { data: { viewer: { login: own } } };
  if (!/minimizeComment\(input: \{ subjectId: \$id, classifier: OUTDATED \}\)/.test(query))
    return { errors: [{ message: `unknown query ${query}` }] };
  const comment = repository.comments.find(({ id }) => `node-${id}` === variables.id);
  if (comment === undefined)
    return { data: null, errors: [{ type: "NOT_FOUND", message: "Could not resolve to a node" }] };
  comment.isHidden = true;
  return { data: { minimizeComment: { clientMutationId: null } } };
}
