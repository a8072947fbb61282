// npm runs this when it installs docform from Git, as pre-commit does: the command has to be built there. It also runs it
// for an install that install.mjs begins, which needs no build.
if (process.env.DOCFORM_INSTALLING === undefined) {
  await import("./install.mjs");
  if (!process.exitCode) await import("./build.mjs");
}
