// npm runs it where it installs from a Git repository, and after npm ci: what a program installs is built then. Where the
// packages for building are left out, there is nothing to build with.
import { existsSync } from "node:fs";

if (existsSync("node_modules/esbuild")) await import("./build.mjs");
