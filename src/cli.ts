#!/usr/bin/env node
import { randomBytes } from "node:crypto";
import { systemClock } from "./client/clock.ts";
import type { Io } from "./io.ts";
import { main } from "./main.ts";
import { nodeDisk } from "./node-disk.ts";

const io: Io = {
  cwd: process.cwd(),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  now: systemClock.now,
  sleep: systemClock.sleep,
  random: Math.random,
  randomBytes,
  disk: nodeDisk,
  onInterrupt: (callback) => {
    process.on("SIGINT", callback);
    process.on("SIGTERM", callback);
    return () => {
      process.off("SIGINT", callback);
      process.off("SIGTERM", callback);
    };
  },
};

// A reader that goes away (`docform plan | head`) is no fault of the run.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await main(process.argv.slice(2), io);
