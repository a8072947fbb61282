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

const project = "/api/v4/projects/{id}";
const request = `${project}/merge_requests/{merge_request_iid}`;
const discussions = `${project}/merge_requests/{noteable_id}/discussions`;
const page = "https://gitlab.example/acme/docs/-";
const notFound: Answer = { status: 404, data: { message: "404 Not found" } };

/** Shows a repository as GitLab's API does. Its number is 5. */
export function startGitlab(repository: Repository): Promise<ServiceServer> {
  const handlers = {
    ...discussionHandlers(repository),
    ...issueHandlers(repository),
    ...requestHandlers(repository),
    ...fileHandlers(repository),
  };
  return startService("gitlab", handlers, { root: "/api/v4" });
}

/** Each name has a number of its own. */
function userOf(login: string): { readonly id: number; readonly username: string } {
  return { id: login === own ? 1 : 2 + login.length, username: login };
}

const noteOf = ({ id, text, author, isHidden, isThread }: StoredComment) => ({
  id,
  body: text,
  author: userOf(author),
  system: false,
  resolvable: isThread,
  ...(isThread ? { resolved: isHidden } : {}),
});

function discussionHandlers(repository: Repository): Handlers {
  const shown = (comment: StoredComment) => ({
    id: `d${comment.id}`,
    individual_note: !comment.isThread,
    notes: [noteOf(comment)],
  });
  const notes = discussions.replace(/discussions$/, "notes");
  const withComment = (
    thread: string | undefined,
    change: (comment: StoredComment) => void,
    show: (one: StoredComment) => object,
  ) => {
    const comment = repository.comments.find(({ id }) => `d${id}` === thread);
    if (comment === undefined) return notFound;
    change(comment);
    return { status: 200, data: show(comment) };
  };
  return {
    "GET /api/v4/user": () => ({ status: 200, data: userOf(own) }),
    [`GET ${discussions}`]: ({ params }) => ({
      status: 200,
      data: repository.comments.filter(({ on }) => on === Number(params.noteable_id)).map(shown),
    }),
    [`POST ${discussions}`]: ({ params, body }) => ({
      status: 201,
      data: shown(repository.comment(Number(params.noteable_id), body.body, own, true)),
    }),
    [`POST ${notes}`]: ({ params, body }) => ({
      status: 201,
      data: noteOf(repository.comment(Number(params.noteable_id), body.body)),
    }),
    [`PUT ${notes}/{note_id}`]: ({ params, body }) =>
      withComment(
        `d${params.note_id}`,
        (comment) => {
          comment.text = body.body;
        },
        noteOf,
      ),
    [`PUT ${discussions}/{discussion_id}`]: ({ params, query }) =>
      withComment(
        params.discussion_id,
        (comment) => {
          comment.isHidden = query.resolved === "true";
        },
        shown,
      ),
    [`PUT ${discussions}/{discussion_id}/notes/{note_id}`]: ({ params, body }) =>
      withComment(
        params.discussion_id,
        (comment) => {
          comment.text = body.body;
        },
        noteOf,
      ),
  };
}

function issueHandlers(repository: Repository): Handlers {
  const shown = ({ number, title, text, labels, isOpen, author }: StoredIssue) => ({
    iid: number,
    title,
    description: text,
    state: isOpen ? "opened" : "closed",
    web_url: `${page}/issues/${number}`,
    author: userOf(author),
    labels: [...labels],
  });
  return {
    [`GET ${project}/issues`]: ({ query }) => {
      const mine = repository.issues.filter(({ author }) => String(userOf(author).id) === query.author_id);
      return {
        status: 200,
        data: mine
          .filter(({ isOpen }) => query.state !== "opened" || isOpen)
          .map(shown)
          .reverse(),
      };
    },
    [`POST ${project}/issues`]: ({ body: { title, description, labels } }) => ({
      status: 201,
      data: shown(repository.issue(title, description, labels.split(","))),
    }),
    [`PUT ${project}/issues/{issue_iid}`]: ({ params, body }) => {
      const issue = repository.issues.find(({ number }) => number === Number(params.issue_iid));
      if (issue === undefined) return notFound;
      issue.title = body.title ?? issue.title;
      issue.text = body.description ?? issue.text;
      issue.labels = body.labels?.split(",") ?? issue.labels;
      issue.isOpen = body.state_event === undefined ? issue.isOpen : body.state_event === "reopen";
      return { status: 200, data: shown(issue) };
    },
    [`POST ${project}/issues/{noteable_id}/notes`]: ({ params, body }) => ({
      status: 201,
      data: noteOf(repository.comment(Number(params.noteable_id), body.body)),
    }),
  };
}

function requestHandlers(repository: Repository): Handlers {
  const shown = (pull: StoredPull) => ({
    iid: pull.number,
    title: pull.title,
    description: pull.text,
    web_url: `${page}/merge_requests/${pull.number}`,
    state: stateOf(pull) === "open" ? "opened" : stateOf(pull),
    source_project_id: pull.isFork ? 6 : 5,
    sha: headOf(pull),
    source_branch: pull.branch,
    target_branch: pull.base,
    labels: [...pull.labels],
    author: userOf(pull.author),
    ...(pull.merged === undefined ? {} : { merged_at: pull.merged.at }),
  });
  const withPull = ({ params }: Call, show: (pull: StoredPull) => object): Answer => {
    const pull = repository.pulls.find(({ number }) => number === Number(params.merge_request_iid));
    return pull === undefined ? notFound : { status: 200, data: show(pull) };
  };
  return {
    [`GET ${project}/merge_requests`]: ({ query: { source_branch: branch, target_branch: base, state } }) => {
      const pulls = repository.pulls.filter(
        (pull) =>
          (branch === undefined || pull.branch === branch) &&
          pull.base === base &&
          (state !== "opened" || stateOf(pull) === "open"),
      );
      return { status: 200, data: pulls.map(shown).reverse() };
    },
    [`POST ${project}/merge_requests`]: ({
      body: { source_branch: branch, target_branch: base, title, description },
    }) => ({
      status: 201,
      data: shown(repository.openPull(branch, { base, title, text: description })),
    }),
    [`GET ${request}`]: (call) => withPull(call, shown),
    [`PUT ${request}`]: (call) =>
      withPull(call, (pull) => {
        pull.title = call.body.title ?? pull.title;
        pull.text = call.body.description ?? pull.text;
        if (call.body.state_event !== undefined) pull.isClosed = call.body.state_event === "close";
        return shown(pull);
      }),
    [`GET ${project}`]: () => ({
      status: 200,
      data: {
        only_allow_merge_if_pipeline_succeeds: repository.rules.needsCheck,
        merge_method: repository.rules.needsNewest ? "ff" : "merge",
      },
    }),
    [`GET ${project}/merge_requests/{eventable_id}/resource_label_events`]: ({ params }) => {
      const pull = repository.pulls.find(({ number }) => number === Number(params.eventable_id));
      const events = pull?.labelEvents.map(({ label, by, at }, id) => {
        return { id, user: userOf(by), action: "add", label: { id, name: label }, created_at: at };
      });
      return { status: 200, data: events ?? [] };
    },
    [`GET ${project}/repository/commits/{sha}/merge_requests`]: ({ params }) => {
      const has = ({ merged, pushes }: StoredPull): boolean =>
        [merged, ...pushes].some((one) => one?.sha === params.sha);
      return { status: 200, data: repository.pulls.filter(has).map(shown) };
    },
  };
}

function fileHandlers(repository: Repository): Handlers {
  return {
    [`GET ${project}/repository/files/{file_path}`]: ({ params, query }) => {
      const text = repository.filesAt(query.ref ?? "")[params.file_path ?? ""];
      if (text === undefined) return { status: 404, data: { message: "404 File Not Found" } };
      const content = Buffer.from(text).toString("base64");
      return {
        status: 200,
        data: { file_path: params.file_path, size: text.length, encoding: "base64", content },
      };
    },
    [`GET ${project}/repository/branches/{branch}`]: ({ params: { branch: name = "" } }) => {
      const id = repository.branches.get(name);
      return id === undefined ? notFound : { status: 200, data: { name, commit: { id } } };
    },
    [`GET ${project}/repository/tree`]: ({ query: { ref = "", path = "", recursive } }) => {
      const below = repository
        .allEntriesOf(ref)
        .filter((one) => path === "" || one.path.startsWith(`${path}/`));
      const depth = path === "" ? 1 : path.split("/").length + 1;
      const entries = below.filter((one) => recursive === "true" || one.path.split("/").length === depth);
      if (entries.length === 0) return { status: 404, data: { message: "404 Tree Not Found" } };
      const shown = entries.map(({ path, type, mode, sha: id }) => ({
        path,
        type,
        mode,
        id,
        name: path.split("/").at(-1),
      }));
      return { status: 200, data: shown };
    },
    [`GET ${project}/repository/blobs/{sha}`]: ({ params: { sha = "" } }) => {
      const text = repository.blob(sha);
      if (text === undefined) return notFound;
      return {
        status: 200,
        data: { sha, encoding: "base64", content: Buffer.from(text).toString("base64") },
      };
    },
    [`GET ${project}/repository/merge_base`]: ({ lists: { refs = [] } }) => {
      const unknown = refs.filter((one) => !repository.commits.has(one));
      if (unknown.length > 0)
        return { status: 400, data: { message: `Could not find ref: ${unknown.join(", ")}` } };
      const [one = "", other = ""] = refs;
      const shared = [...repository.historyOf(one)].find((sha) => repository.historyOf(other).has(sha));
      if (shared === undefined) return { status: 404, data: { message: "404 Merge Base Not Found" } };
      return { status: 200, data: { id: shared } };
    },
    [`POST ${project}/repository/commits`]: ({ body }) => {
      const {
        branch,
        start_sha: start,
        actions,
      } = body as {
        readonly branch: string;
        readonly start_sha: string;
        readonly actions: readonly {
          readonly action: string;
          readonly file_path: string;
          readonly content: string;
        }[];
      };
      const before = repository.filesAt(start);
      const wrong = actions.find(({ action, file_path }) => (action === "update") !== file_path in before);
      if (wrong !== undefined)
        return { status: 400, data: { message: `a file with this name ${wrong.action}` } };
      const files = Object.fromEntries(actions.map(({ file_path, content }) => [file_path, content]));
      repository.point(branch, repository.commit({ ...before, ...files }, [start]));
      return { status: 201, data: { id: repository.branches.get(branch) } };
    },
  };
}
