import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";
import own from "../../../package.json" with { type: "json" };

const folder = resolve("node_modules", `.chromium-${own.devDependencies["@sparticuz/chromium"]}`);

/** A browser without a window, of the same bytes on every Linux: with its own libraries and fonts. */
export async function startBrowser(): Promise<Browser> {
  unpack();
  return playwright.launch({
    executablePath: resolve(folder, "chromium"),
    args: chromium.args,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: resolve(folder, "al2023", "lib"),
      FONTCONFIG_FILE: resolve(folder, "fonts.conf"),
    },
  });
}

/** Unpacked once, whole or not at all: another test run may do the same at the same time. */
function unpack(): void {
  if (existsSync(folder)) return;
  const made = mkdtempSync(`${folder}-`);
  const script = 'import("@sparticuz/chromium").then((chromium) => chromium.default.executablePath());';
  // It unpacks into the folder for temporary files; libraries only where it takes itself to be on AWS.
  const env = { ...process.env, TMPDIR: made, AWS_LAMBDA_JS_RUNTIME: "nodejs20.x" };
  execFileSync(process.execPath, ["-e", script], { env, timeout: 120_000 });
  const fonts = `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`;
  writeFileSync(resolve(made, "fonts.conf"), fonts);
  try {
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}
