const { spawn } = require("node:child_process");
const { createInterface } = require("node:readline");

/**
 * Starts the embedded platform of a built command, with a seed, on a free port: the process, where it listens, and a token
 * for it. What it logs goes where `stderr` says. `options` are more options of `docform serve`. Fails when it ends before it
 * listens.
 */
function startPlatform(cli, seed, stderr, ...options) {
  const server = spawn(process.execPath, [cli, "serve", "--seed", seed, "--port", "0", ...options], {
    stdio: ["ignore", "pipe", stderr],
  });
  return new Promise((resolve, reject) => {
    server.once("exit", () => reject(new Error("the embedded platform did not start")));
    createInterface({ input: server.stdout }).once("line", (line) =>
      resolve({ server, ...JSON.parse(line) }),
    );
  });
}

module.exports = { startPlatform };
