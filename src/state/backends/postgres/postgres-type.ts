import * as z from "zod";
import type { Io } from "../../../io/io.ts";
import { stop } from "../../../model/stop.ts";
import { type BackendType, nameOfPlace } from "../backend-type.ts";
import { passwordsIn } from "../password-in.ts";

export const [defaultSchema, defaultProject] = ["docform", "default"];
const name = z.string().min(1);

const schema = z
  .strictObject({
    schema: name.optional().describe("Schema of the tables").meta({ default: defaultSchema }),
    project: name
      .optional()
      .describe("Name of the project, when several projects use one schema")
      .meta({ default: defaultProject }),
  })
  .describe("A PostgreSQL database; its address is in DOCFORM_STATE_URL");

/** The state in a PostgreSQL database. */
export const postgresType: BackendType<typeof schema> = {
  schema,
  defaultWords: [defaultSchema, defaultProject],
  pinWords: ({ schema: tables, project }) => [tables, project],
  secretsIn: ({ DOCFORM_STATE_URL = "" }) => passwordsIn(DOCFORM_STATE_URL),
  open: async (opening, { schema: tables = defaultSchema, project: written = defaultProject }) => {
    const { io } = opening;
    const project = nameOfPlace(opening, written, "/");
    const url = databaseAddress(io);
    const { postgresBackend } = await import("./postgres.ts");
    return postgresBackend({ url, schema: tables, project, sleep: io.sleep });
  },
};

/** The address of the database of the state. Throws `Stop` when there is none, or it is of something else. */
export function databaseAddress({ env: { DOCFORM_STATE_URL: url = "" } }: Pick<Io, "env">): string {
  refuseScheme(url);
  if (url === "") throw noAddress();
  return url;
}

function noAddress() {
  const hint = "set DOCFORM_STATE_URL in the environment, as postgres://user:password@host/database";
  return stop("DF5040", "docform does not know where the database of the state is", { hint });
}

/** The driver takes any scheme for its own, and looks for a host that is none. */
function refuseScheme(url: string): void {
  const { protocol } = URL.canParse(url) ? new URL(url) : {};
  if (protocol === undefined || ["postgres:", "postgresql:", "socket:"].includes(protocol)) return;
  const message = `DOCFORM_STATE_URL begins with ${protocol}, and state.postgres needs an address of postgres:`;
  throw stop("DF5040", message, { hint: "write it as postgres://user:password@host/database" });
}
