import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Stop } from "../../src/model/stop.ts";
import { openService } from "../../src/service/open-service.ts";
import type { Service } from "../../src/service/service.ts";
import {
  addOnce,
  closeIssue,
  closeProposal,
  putComment,
  putIssue,
  putProposal,
} from "../../src/service/sticky.ts";
import { ioOf } from "../support/processes/run-docform.ts";
import { startGithub } from "../support/services/github-server.ts";
import { startGitlab } from "../support/services/gitlab-server.ts";
import { headOf, Repository } from "../support/services/repository.ts";
import { type ServiceServer, token } from "../support/services/service-server.ts";

const services = {
  github: { start: startGithub, repository: "acme/docs", variable: "GITHUB_TOKEN" },
  gitlab: { start: startGitlab, repository: "5", variable: "DOCFORM_GITLAB_TOKEN" },
} as const;

describe.each(["github", "gitlab"] as const)("%s", (name) => {
  const { start, repository: path, variable } = services[name];
  let repository: Repository;
  let server: ServiceServer;
  let service: Service;
  let slept: number[];

  beforeEach(async () => {
    repository = new Repository({ "manifests/teams.yaml": "teams: {}\n" });
    server = await start(repository);
    slept = [];
    const sleep = async (milliseconds: number) => void slept.push(milliseconds);
    const io = ioOf({ cwd: ".", env: { [variable]: token }, sleep });
    service = await openService(io, { service: name, apiUrl: server.apiUrl, repository: path });
  });

  afterEach(async () => {
    await service.close();
    await server.close();
    expect(server.problems).toEqual([]);
    for (const { headers, url } of server.seen) {
      expect(headers["user-agent"]).toMatch(/^docform\//);
      expect(url).not.toContain(token);
    }
  });

  const mark = "<!-- docform plan acme -->";

  test("a pull request has its labels, its author and its newest commit", async () => {
    const pull = repository.openPull("change", { author: "ana" });
    pull.labels.push("docs");
    repository.push("change");
    const { number, link, ...rest } = await service.pullRequest(pull.number);
    expect(rest).toEqual({
      head: headOf(pull),
      base: "main",
      labels: ["docs"],
      author: "ana",
      isOpen: true,
      isFork: false,
    });
    expect(link).toMatch(new RegExp(`/${number}$`));
  });

  test("a commit tells the pull requests that brought it, the newest first", async () => {
    const [first, second, open] = ["a", "b", "c"].map((branch) => repository.openPull(branch));
    if (!first || !second || !open) throw new Error("no pull requests");
    const commit = repository.merge(first);
    second.merged = { sha: commit, at: repository.now() };
    open.pushes.push({ sha: commit, at: repository.now() });
    expect((await service.mergedWith(commit)).map(({ number }) => number)).toEqual([
      second.number,
      first.number,
    ]);
    expect(await service.mergedWith("f".repeat(40))).toEqual([]);
  });

  test("files of a branch are read by the ids of their content, folder by folder", async () => {
    const files = {
      "docs/docform.yaml": "a: 1\n",
      "docs/policies/deep/p.yaml": "é\n",
      "docs/other/x.yaml": "",
    };
    repository.push("main", files);
    repository.push("docs", files);
    const names = ["docform.yaml", "policies", "tests"];
    const found = await service.filesAt({ branch: "main", folder: "docs", names });
    expect(found.map(({ path }) => path)).toEqual(["docform.yaml", "policies/deep/p.yaml"]);
    const texts = await Promise.all(
      found.map(async ({ id }) => Buffer.from(await service.readBlob(id)).toString()),
    );
    expect(texts).toEqual(["a: 1\n", "é\n"]);
    const [policy] = await service.filesAt({ branch: "main", folder: "docs/policies", names: ["deep"] });
    expect(policy).toMatchObject({ path: "deep/p.yaml", id: found[1]?.id, isLink: false });
    expect(await service.filesAt({ branch: "main", folder: "none/there", names })).toEqual([]);
    await expect(service.filesAt({ branch: "gone", folder: "", names })).rejects.toThrow(
      "show the branch gone",
    );
  });

  test("only comments of the own account are listed, over all pages", async () => {
    const { number } = repository.openPull("change");
    repository.comment(number, `${mark}\nforged`, "eve");
    for (let at = 0; at < 101; at += 1) repository.comment(number, `own ${at}`);
    const comments = await service.ownComments(number);
    expect(comments.map(({ text }) => text)).toEqual(Array.from({ length: 101 }, (_, at) => `own ${at}`));
  });

  test("the comment of a mark is edited in place, and older ones are hidden once", async () => {
    const { number } = repository.openPull("change");
    const added = await putComment(service, number, `${mark}\none`);
    expect((await putComment(service, number, `${mark}\ntwo`)).id).toBe(added.id);
    // Another run at the same time added one too.
    repository.comment(number, `${mark}\nthree`);
    await putComment(service, number, `${mark}\nfour`);
    await putComment(service, number, `${mark}\nfive`);
    expect(repository.comments.map(({ text, isHidden }) => [text, isHidden])).toEqual([
      name === "github" ? [`${mark}\ntwo`, true] : [expect.stringContaining("\n\ntwo\n"), false],
      [`${mark}\nfive`, false],
    ]);
    const hides = server.lines().filter((line) => /graphql|resolved=true/.test(line));
    expect(hides.length).toBeLessThanOrEqual(name === "github" ? 4 : 1);
  });

  test("a comment that somebody deletes between the list and the edit is added again", async () => {
    const { number } = repository.openPull("change");
    const [older, newer] = [
      repository.comment(number, `${mark}\none`),
      repository.comment(number, `${mark}\ntwo`),
    ];
    const edit = name === "github" ? "PATCH /repos" : "PUT /api/v4";
    server.fail(edit, () => repository.deleteComment(newer));
    server.fail(
      name === "github" ? "POST /graphql" : "resolved=true",
      () => {},
      () => repository.deleteComment(older),
    );
    await putComment(service, number, `${mark}\nthree`);
    expect(repository.comments.at(-1)?.text).toBe(`${mark}\nthree`);
  });

  test("an issue is opened, updated and closed, and then opened again", async () => {
    const issue = (text: string) => ({ title: "Drift", text: `${mark}\n${text}`, label: "docform" });
    repository.issue("forged", `${mark}\nforged`, ["docform"], "eve");
    repository.openPull("change").labels.push("docform");
    const opened = await putIssue(service, issue("one"));
    const [, stored] = repository.issues;
    // GitHub drops the labels that an account may not set; people add some of their own.
    if (stored !== undefined) stored.labels = ["urgent"];
    expect((await putIssue(service, issue("two"))).number).toBe(opened.number);
    expect(stored?.labels).toEqual(["urgent"]);
    await service.commentIssue(opened.number, "still so");
    expect(await closeIssue(service, issue("gone").text)).toMatchObject({ number: opened.number });
    expect(await closeIssue(service, issue("gone").text)).toBeUndefined();
    await putIssue(service, issue("again"));
    expect(repository.issues.map(({ text, isOpen }) => [text.split("\n")[1], isOpen])).toEqual([
      ["forged", true],
      ["gone", false],
      ["again", true],
    ]);
    expect(repository.comments.map(({ text, on }) => [text, on])).toEqual([["still so", opened.number]]);
  });

  describe("a proposal", () => {
    const place = () => ({
      branch: "docform/drift",
      base: "main",
      commit: repository.branches.get("main") ?? "",
    });
    const textOf = (files: object) => `<!-- docform proposal ${Object.keys(files).join()} -->\nWhy`;
    const proposal = (files: Readonly<Record<string, string>>) => ({
      ...place(),
      title: "Adopt",
      text: textOf(files),
      files,
    });
    const one = { "manifests/teams.yaml": "teams: { docs: {} }\n", "manifests/new file.yaml": "sites: {}\n" };
    const other = { "manifests/a.yaml": "{}\n" };

    test("is a pull request of a branch from the base, and is renewed in place", async () => {
      const first = await putProposal(service, proposal(one));
      expect(first.state).toBe("open");
      repository.push("main", { "README.md": "new\n" });
      const again = await putProposal(service, { ...proposal(other), title: "Adopt more" });
      expect(again.number).toBe(first.number);
      expect(repository.pulls.map(({ title, text }) => [title, text])).toEqual([
        ["Adopt more", textOf(other)],
      ]);
      expect(repository.filesOf("docform/drift")).toEqual({
        "README.md": "new\n",
        "manifests/teams.yaml": "teams: {}\n",
        ...other,
      });
    });

    test("begins at the commit whose files it changes, so that what was merged since stays", async () => {
      const made = proposal(other);
      repository.push("main", { "README.md": "merged meanwhile\n" });
      await putProposal(service, made);
      expect(repository.filesOf("docform/drift")).toEqual({
        "manifests/teams.yaml": "teams: {}\n",
        ...other,
      });
    });

    test("of the same files is left as it is, with what people pushed to it", async () => {
      const first = await putProposal(service, proposal(one));
      const pushed = repository.push("docform/drift", { "manifests/teams.yaml": "teams: {} # as agreed\n" });
      expect(await putProposal(service, proposal(one))).toEqual(first);
      expect(repository.branches.get("docform/drift")).toBe(pushed);
    });

    test("that somebody closed is not made again; of other files, and after a merge, it is", async () => {
      const { number } = await putProposal(service, proposal(one));
      await service.editPull(number, { isOpen: false });
      expect(await putProposal(service, proposal(one))).toMatchObject({ number, state: "closed" });
      await putProposal(service, proposal(other));
      await closeProposal(service, place(), "over");
      // Comments that docform closed in between change nothing of it.
      expect(await putProposal(service, proposal(one))).toMatchObject({ number, state: "closed" });
      await putProposal(service, proposal(other));
      const second = repository.pulls.at(-1);
      if (second !== undefined) repository.merge(second);
      const third = await putProposal(service, proposal(other));
      expect([repository.pulls.length, third.state]).toEqual([4, "open"]);
    });

    test("that nothing is left of is closed, and may come back", async () => {
      expect(await closeProposal(service, place(), "over")).toBeUndefined();
      const { number } = await putProposal(service, proposal(one));
      expect(await closeProposal(service, place(), "over")).toMatchObject({ number, state: "closed" });
      expect(await closeProposal(service, place(), "over")).toBeUndefined();
      expect((await putProposal(service, proposal(one))).number).not.toBe(number);
    });

    test("is never a pull request of a fork whose branch has the same name", async () => {
      const foreign = repository.openPull("docform/drift", { text: textOf(one), isFork: true });
      expect((await putProposal(service, proposal(one))).number).not.toBe(foreign.number);
      expect(foreign.text).toBe(textOf(one));
    });
  });

  const needs = name === "github" ? "pull-requests: write" : "the scope api and the role Reporter";
  const failures = [
    ["a wrong token", { status: 401, body: { message: "Bad credentials" } }, "401 Bad credentials", variable],
    [
      "no permission",
      { status: 403, body: { message: "Resource not accessible" } },
      "403 Resource not",
      needs,
    ],
    ["a lock", { status: 403, body: { message: "the issue is locked" } }, "403 the issue", "unlock it"],
    ["nothing there", { status: 404, body: { message: "Not Found" } }, "404 Not Found", needs],
    ["turned off", { status: 410, body: { message: "Gone" } }, "410 Gone", "turned off"],
    [
      "not taken",
      { status: 422, body: { message: "Validation Failed" } },
      "422 Validation",
      "the message says",
    ],
    ["a failure", { status: 500, body: { message: "oops\u001b[2J" } }, "500 oops\\x1b[2J", "run again later"],
    ["a page", { status: 502, body: "<html>no</html>" }, "502 with an HTML page", "run again later"],
    [
      "a sign-in page",
      { status: 200, body: "<html>hi</html>" },
      "status 200 with text/html",
      "check the network",
    ],
    ["another form", { status: 201, body: { a: 1 } }, "has not the documented form", "a proxy"],
    ["a redirect", { status: 307, headers: { location: "https://evil.example/" } }, "evil.example", "check"],
    ["a long limit", { status: 429, headers: { "retry-after": "900" } }, "429", "asks to wait 900 s"],
  ] as const;

  test.each(failures)("%s stops with DF5060", async (_, fault, says, hint) => {
    server.fail("POST", fault);
    const problem = await service.addComment(7, "text").catch((one: unknown) => one);
    expect(problem).toBeInstanceOf(Stop);
    expect((problem as Stop).diagnostics).toEqual([
      {
        code: "DF5060",
        severity: "error",
        message: expect.stringContaining(says),
        hint: expect.stringContaining(hint),
      },
    ]);
    expect((problem as Stop).message).toContain("add a comment to");
    expect(repository.comments).toEqual([]);
  });

  test("a short limit is waited for, and a read is sent again when the service fails", async () => {
    const { number } = repository.openPull("change");
    server.fail("POST", { status: 429, headers: { "retry-after": "0", "x-ratelimit-remaining": "0" } });
    await service.addComment(number, "text");
    server.fail("GET", { status: 503 }, { status: 502, body: "<html>" });
    expect(await service.ownComments(number)).toHaveLength(1);
    expect(slept.filter((milliseconds) => milliseconds > 0)).toEqual([1000, 4000]);
  });

  test("a change is sent again when its answer is lost; what would be there twice is looked for first", async () => {
    const { number } = repository.openPull("change");
    const first = await putComment(service, number, `${mark}\none`);
    server.fail(name === "github" ? "PATCH" : "PUT", { status: 502, body: "<html>" });
    expect((await putComment(service, number, `${mark}\ntwo`)).id).toBe(first.id);
    expect(slept.filter((milliseconds) => milliseconds > 0)).toEqual([1000]);
    // Once the comment was made before the answer was lost, once it was not.
    const other = mark.replace("plan", "apply");
    const known = await service.ownComments(number);
    const adding = name === "github" ? "POST /repos" : "POST /api";
    server.fail(adding, () => {
      repository.comment(number, `${other}\nwas made`);
      return { status: 502 };
    });
    await addOnce(service, number, { text: `${other}\nwas made`, known });
    server.fail(adding, { status: 504 });
    await addOnce(service, number, { text: `${mark}\nagain`, known });
    expect(repository.comments.map(({ text }) => text)).toEqual([
      `${mark}\ntwo`,
      `${other}\nwas made`,
      `${mark}\nagain`,
    ]);
    server.fail(adding, { status: 503 });
    await putIssue(service, { title: "Drift", text: `${mark}\none`, label: "docform" });
    expect(repository.issues).toHaveLength(1);
  });

  test("a comment that asks for something is a thread on GitLab, and a plain note once it does not", async () => {
    const { number } = repository.openPull("change");
    const put = (text: string, asks: boolean) => putComment(service, number, `${mark}\n${text}`, { asks });
    const states = () =>
      repository.comments.map(({ text, isThread, isHidden }) => [text.split("\n")[1], isThread, isHidden]);
    await put("one", false);
    await put("held", true);
    const folded = "<details><summary>Out of date: a newer comment is below.</summary>";
    const plain = name === "github" ? [] : [[folded, false, false]];
    const isThread = name === "gitlab";
    expect(states()).toEqual([...plain, ["held", isThread, false]]);
    await put("settled", false);
    expect(states()).toEqual([...plain, ["settled", isThread, isThread]]);
    await put("held again", true);
    expect(states()).toEqual([...plain, ["held again", isThread, false]]);
    // A token of a reporter may not resolve.
    server.fail("resolved=true", { status: 403, body: { message: "403 Forbidden" } });
    await put("settled again", false);
    expect(states().at(-1)).toEqual(["settled again", isThread, false]);
  });

  test("the open pull requests into a branch are listed, and no other", async () => {
    const [one, merged, other] = [
      repository.openPull("one"),
      repository.openPull("merged"),
      repository.openPull("other", { base: "next" }),
    ];
    repository.merge(merged);
    expect(await service.openPulls("main", 50)).toEqual([one.number]);
    expect(await service.openPulls("next", 50)).toEqual([other.number]);
  });

  test("without a connection, it says what was asked, and sends no addition twice", async () => {
    await server.close();
    await expect(service.addComment(7, "text")).rejects.toThrow(
      /was asked to add a comment to .* 7, and gave no usable/,
    );
    expect(slept).toEqual([]);
    await expect(service.pullRequest(7)).rejects.toThrow(
      /was asked to show .* 7, and gave no usable answer: .*ECONN/,
    );
    expect(slept).toEqual([1000, 4000]);
  });

  test("what the published document does not allow is a problem", async () => {
    const path =
      name === "github" ? "/repos/acme/docs/issues/7/comments" : "/projects/5/merge_requests/7/discussions";
    const headers = { authorization: `Bearer ${token}`, "user-agent": "docform/test" };
    const send = (query: string, body: object) =>
      fetch(`${server.apiUrl}${path}${query}`, { method: "POST", headers, body: JSON.stringify(body) });
    await send("", { body: "text", colour: "red" });
    await send("?size=1", { body: "text" });
    await send("", { body: 1 });
    await fetch(`${server.apiUrl}/none`, { headers });
    const { problems } = server;
    expect(problems.splice(0)).toEqual([
      expect.stringContaining("additional properties"),
      expect.stringContaining("additional properties"),
      expect.stringContaining("must be string"),
      expect.stringContaining("nothing handles GET"),
    ]);
  });

  test("a redirect inside the service is followed, as of a repository with a new name", async () => {
    const { number } = repository.openPull("change");
    const { pathname } = new URL(server.apiUrl);
    const moved =
      name === "github"
        ? `/repos/acme/docs/pulls/${number}`
        : `${pathname}/projects/5/merge_requests/${number}`;
    server.fail("GET", { status: 301, headers: { location: moved } });
    expect((await service.pullRequest(number)).number).toBe(number);
  });
});

test("GitLab lets a reporter write comments, and not resolve them", async () => {
  const server = await startGitlab(new Repository());
  const io = ioOf({ cwd: ".", env: { GITLAB_TOKEN: token } });
  const service = await openService(io, { service: "gitlab", apiUrl: server.apiUrl, repository: "5" });
  server.fail("PUT", { status: 403, body: { message: "403 Forbidden" } });
  await expect(service.hideComment(7, "d1 1")).rejects.toMatchObject({
    diagnostics: [{ hint: expect.stringContaining("the role Developer") }],
  });
  await service.close();
  await server.close();
});

test("GitLab runs no quick action that is in a text", async () => {
  const repository = new Repository();
  const server = await startGitlab(repository);
  const io = ioOf({ cwd: ".", env: { GITLAB_TOKEN: token } });
  const service = await openService(io, { service: "gitlab", apiUrl: server.apiUrl, repository: "5" });
  const { number } = repository.openPull("change");
  const { id } = await service.addComment(number, "a /merge\n/merge\n  /close now\n1/2\n/ x");
  await service.editComment(number, id, "/approve");
  const issue = await service.addIssue({ title: "Drift", text: "/label ~bug", label: "docform" });
  await service.editIssue(issue.number, { text: "/close" });
  await service.commentIssue(issue.number, "/lock");
  const sent = server.seen.flatMap(({ body }) => (body === "" ? [] : [JSON.parse(body)]));
  expect(sent.map(({ body, description }) => body ?? description)).toEqual([
    "a /merge\n\\/merge\n  \\/close now\n1/2\n/ x",
    "\\/approve",
    "\\/label ~bug",
    "\\/close",
    "\\/lock",
  ]);
  expect(server.problems).toEqual([]);
  await service.close();
  await server.close();
});

test("GitHub Enterprise has its API at another root", async () => {
  const repository = new Repository();
  const server = await startGithub(repository, "/api/v3");
  const io = ioOf({ cwd: ".", env: { GITHUB_TOKEN: token } });
  const service = await openService(io, {
    service: "github",
    apiUrl: server.apiUrl,
    repository: "acme/docs",
  });
  const { number } = repository.openPull("change");
  for (let at = 0; at < 101; at += 1) repository.comment(number, "own");
  const comments = await service.ownComments(number);
  await service.hideComment(number, comments.at(-1)?.id ?? "");
  expect([comments.length, repository.comments.at(-1)?.isHidden]).toEqual([101, true]);
  expect(server.lines().filter((line) => line.includes("graphql"))).toEqual(
    Array(2).fill("POST /api/graphql"),
  );
  expect(server.problems).toEqual([]);
  await service.close();
  await server.close();
});

describe("a limit of GitHub", () => {
  test.each([
    ["primary", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" }, "API rate limit exceeded", true],
    ["secondary and long", { "retry-after": "300" }, "You have exceeded a secondary rate limit", false],
    [
      "primary and long",
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "2100000000" },
      "API rate limit",
      false,
    ],
  ])("%s", async (_, headers, message, isWaitedFor) => {
    const repository = new Repository();
    const server = await startGithub(repository);
    const io = ioOf({ cwd: ".", env: { GITHUB_TOKEN: token } });
    const service = await openService(io, {
      service: "github",
      apiUrl: server.apiUrl,
      repository: "acme/docs",
    });
    server.fail("POST", { status: 403, headers, body: { message } });
    const adding = service.addComment(7, "text");
    if (isWaitedFor) await adding;
    else
      await expect(adding).rejects.toMatchObject({
        diagnostics: [{ hint: expect.stringContaining("docform waits 60 s at most") }],
      });
    expect(repository.comments).toHaveLength(isWaitedFor ? 1 : 0);
    await service.close();
    await server.close();
  });
});

describe("a service is not opened", () => {
  const github = { service: "github", apiUrl: "https://api.github.com", repository: "acme/docs" } as const;
  const gitlab = { service: "gitlab", apiUrl: "https://gitlab.com/api/v4", repository: "5" } as const;
  test.each([
    ["without a token", github, {}, "GITHUB_TOKEN is not set"],
    ["with the token of a job alone", gitlab, { CI_JOB_TOKEN: "job" }, "GITLAB_TOKEN is not set"],
    [
      "over http",
      { ...github, apiUrl: "http://git.acme.example/api/v3" },
      { GITHUB_TOKEN: token },
      "not encrypted",
    ],
    ["at no address", { ...gitlab, apiUrl: "gitlab" }, { GITLAB_TOKEN: token }, "is not a web address"],
  ])("%s", async (_, pipeline, env, says) => {
    const opening = openService(ioOf({ cwd: ".", env }), pipeline);
    const hint = expect.not.stringContaining("--insecure-http");
    await expect(opening).rejects.toMatchObject({
      diagnostics: [{ code: "DF5060", message: expect.stringContaining(says), hint }],
    });
  });
});
