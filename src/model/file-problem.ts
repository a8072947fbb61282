/** The errors of the operating system in words, by code. */
const meanings: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "no permission",
  EPERM: "no permission",
  EEXIST: "something else of this name is in the way",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is a file, not a folder",
  ENOSPC: "the disk is full",
  EROFS: "the disk is read-only",
  ENAMETOOLONG: "its name is too long",
  EMFILE: "too many files are open",
};

/** Why a file cannot be read or written, in words. */
export function whyFileFailed(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  const code = "code" in problem ? String(problem.code) : "";
  return meanings[code] ?? problem.message;
}
