// Required by a measured process: writes what it took into the file that BENCH_USAGE names, when it ends.
const { readFileSync, writeFileSync } = require("node:fs");

/** Kilobytes at the peak. Linux counts the parent into `maxRSS`, so its own figure comes first. */
function peak() {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const usage = { wall: performance.now(), cpu: (user + system) / 1000, peakMiB: peak() / 1024 };
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify(usage));
});
