import packageJson from "../../package.json" with { type: "json" };

/** Version of docform, from its package. */
export const version: string = packageJson.version;

/** The oldest version of Node that docform runs on, from its package. */
export const oldestNode: string = packageJson.engines.node.replace(/^>=/, "");
