import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generatedFiles } from "./generated-files.ts";

for (const [file, text] of generatedFiles(process.cwd())) {
  mkdirSync(dirname(join(process.cwd(), file)), { recursive: true });
  writeFileSync(join(process.cwd(), file), text);
}
