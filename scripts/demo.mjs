// `npm run demo`: the whole story on an example, on an embedded platform of its own; `npm run demo -- gitbook` tells that of
// the edition gitbook. Exit 0 when it went well.
import { acme } from "./demo/acme.mjs";
import { gitbook } from "./demo/gitbook.mjs";

const stories = { acme, gitbook };
const [name = "acme"] = process.argv.slice(2);
if (!Object.hasOwn(stories, name)) {
  console.error(`There is no demo ${name}. There are: ${Object.keys(stories).join(", ")}`);
  process.exit(1);
}
await stories[name]();
