// Made by `npm run generate` from action/main.ts: change that.
"use strict";

// action/main.ts
var import_node_child_process = require("node:child_process");
var import_node_path2 = require("node:path");

// action/inputs.ts
var Refusal = class extends Error {
};
var commands = ["plan", "apply", "drift"];
var options = {
  directory: "text",
  env: "text",
  target: "text",
  "allow-deletes": "text",
  "lock-timeout": "text",
  expect: "text",
  unreviewed: "flag",
  branch: "text",
  propose: "flag"
};
function inputOf(env, name) {
  return env[`INPUT_${name.toUpperCase()}`]?.trim() ?? "";
}
function argumentsFrom(env) {
  const command = inputOf(env, "command");
  if (!commands.some((one) => one === command))
    throw new Refusal(`there is no command ${JSON.stringify(command)}: use ${commands.join(", ")}`);
  const given = Object.keys(options).filter((name) => inputOf(env, name) !== "");
  return ["ci", command, ...given.flatMap((name) => optionFrom(name, inputOf(env, name)))];
}
function optionFrom(name, value) {
  if (options[name] === "text") return [`--${name}=${value}`];
  if (!/^(true|false)$/i.test(value))
    throw new Refusal(`the input ${name} is true or false, not ${JSON.stringify(value)}`);
  return value.toLowerCase() === "true" ? [`--${name}`] : [];
}
function variablesFrom(env) {
  const token = inputOf(env, "github-token");
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("INPUT_"));
  return { ...Object.fromEntries(kept), ...token === "" ? {} : { GITHUB_TOKEN: token } };
}
function errorLine(message) {
  const escaped = message.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return `::error title=docform::${escaped}
`;
}

// action/pinned-docform.ts
var import_node_fs = require("node:fs");
var import_node_path = require("node:path");
var install = "run npm ci --ignore-scripts in a step before this one";
function pinnedDocform(root, directory) {
  const start = (0, import_node_path.resolve)(root, directory);
  if (start !== root && !start.startsWith(root + import_node_path.sep))
    throw new Refusal(`the directory ${JSON.stringify(directory)} is outside of the repository`);
  const folders = upwards(root, start);
  const found = folders.map((folder) => (0, import_node_path.join)(folder, "node_modules", "docform")).find((folder) => (0, import_node_fs.existsSync)((0, import_node_path.join)(folder, "package.json")));
  if (found === void 0)
    throw new Refusal(`docform is not installed for ${JSON.stringify(directory)}: ${install}`);
  refuseCommitted(root, found);
  const { version, bin } = readJson((0, import_node_path.join)(found, "package.json"));
  checkPin(folders, found, version);
  return (0, import_node_path.join)(found, bin.docform);
}
function upwards(root, folder) {
  return folder === root ? [folder] : [folder, ...upwards(root, (0, import_node_path.dirname)(folder))];
}
function refuseCommitted(root, found) {
  const index = (0, import_node_path.join)(root, ".git", "index");
  const path = (0, import_node_path.relative)((0, import_node_fs.realpathSync)(root), (0, import_node_fs.realpathSync)((0, import_node_path.join)(found, "package.json"))).replaceAll(import_node_path.sep, "/");
  if (!(0, import_node_fs.existsSync)(index) || !(0, import_node_fs.readFileSync)(index).includes(path)) return;
  throw new Refusal(`${path} is committed: the Action runs only what npm installs, so remove it from Git`);
}
function checkPin(folders, found, installed) {
  const folder = folders.find((one) => (0, import_node_fs.existsSync)((0, import_node_path.join)(one, "package-lock.json")));
  if (folder === void 0)
    throw new Refusal(
      "there is no package-lock.json: npm install --save-dev ./vendor/TARBALL writes it; commit both"
    );
  const name = (0, import_node_path.relative)(folder, found).replaceAll(import_node_path.sep, "/");
  const pinned = readJson((0, import_node_path.join)(folder, "package-lock.json")).packages?.[name]?.version;
  if (pinned === installed) return;
  const named = pinned === void 0 ? "does not name it" : `pins ${pinned}`;
  throw new Refusal(`docform ${installed} is installed, but package-lock.json ${named}: ${install}`);
}
function readJson(file) {
  try {
    return JSON.parse((0, import_node_fs.readFileSync)(file, "utf8"));
  } catch (problem) {
    throw new Refusal(`${file} cannot be read: ${problem.message}`);
  }
}

// action/main.ts
try {
  run();
} catch (problem) {
  if (!(problem instanceof Refusal)) throw problem;
  process.stdout.write(errorLine(problem.message));
  process.exitCode = 1;
}
function run() {
  const root = (0, import_node_path2.resolve)(process.env.GITHUB_WORKSPACE || ".");
  const args = argumentsFrom(process.env);
  const program = pinnedDocform(root, inputOf(process.env, "directory") || ".");
  const env = variablesFrom(process.env);
  const child = (0, import_node_child_process.spawn)(process.execPath, [program, ...args], {
    cwd: root,
    env,
    stdio: ["ignore", "inherit", "inherit"]
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.once("close", (code) => {
    process.exitCode = code ?? 1;
  });
}
