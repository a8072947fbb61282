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

// With --expose-gc, garbage is collected each second: what is in use then is held. The peak is garbage for the most part.
let held = 0;
if (globalThis.gc !== undefined) {
  setInterval(() => {
    globalThis.gc();
    held = Math.max(held, process.memoryUsage().heapUsed);
  }, 1000).unref();
}

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const usage = {
    wall: performance.now(),
    cpu: (user + system) / 1000,
    peakMiB: peak() / 1024,
    heldMiB: held / 2 ** 20,
  };
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify(usage));
});
