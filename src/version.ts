import packageJson from "../package.json" with { type: "json" };

/** Version of docform, from its package. */
export const version: string = packageJson.version;
