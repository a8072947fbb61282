import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { Refusal } from "./inputs.ts";

const install = "run npm ci --ignore-scripts in a step before this one";

/**
 * The program of the docform that is installed for a directory of the repository, in the version that its
 * package-lock.json pins. Folders outside of the repository are not looked at.
 */
export function pinnedDocform(root: string, directory: string): string {
  const start = resolve(root, directory);
  if (start !== root && !start.startsWith(root + sep))
    throw new Refusal(`the directory ${JSON.stringify(directory)} is outside of the repository`);
  const folders = upwards(root, start);
  const found = folders
    .map((folder) => join(folder, "node_modules", "docform"))
    .find((folder) => existsSync(join(folder, "package.json")));
  if (found === undefined)
    throw new Refusal(`docform is not installed for ${JSON.stringify(directory)}: ${install}`);
  refuseCommitted(root, found);
  const { version, bin } = readJson(join(found, "package.json"));
  checkPin(folders, found, version);
  return join(found, bin.docform);
}

/** The folder and those that it is in, up to the root of the repository. */
function upwards(root: string, folder: string): readonly string[] {
  return folder === root ? [folder] : [folder, ...upwards(root, dirname(folder))];
}

/** A file in Git was written by the author of the pull request, and not by npm. The index of Git has its path as text. */
function refuseCommitted(root: string, found: string): void {
  const index = join(root, ".git", "index");
  const path = relative(realpathSync(root), realpathSync(join(found, "package.json"))).replaceAll(sep, "/");
  if (!existsSync(index) || !readFileSync(index).includes(path)) return;
  throw new Refusal(`${path} is committed: the Action runs only what npm installs, so remove it from Git`);
}

function checkPin(folders: readonly string[], found: string, installed: string): void {
  const folder = folders.find((one) => existsSync(join(one, "package-lock.json")));
  if (folder === undefined)
    throw new Refusal(
      "there is no package-lock.json: npm install --save-dev ./vendor/TARBALL writes it; commit both",
    );
  const name = relative(folder, found).replaceAll(sep, "/");
  const pinned = readJson(join(folder, "package-lock.json")).packages?.[name]?.version;
  if (pinned === installed) return;
  const named = pinned === undefined ? "does not name it" : `pins ${pinned}`;
  throw new Refusal(`docform ${installed} is installed, but package-lock.json ${named}: ${install}`);
}

function readJson(file: string) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (problem) {
    throw new Refusal(`${file} cannot be read: ${(problem as Error).message}`);
  }
}
