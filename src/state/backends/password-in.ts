import { decoded } from "../../text/percent-encoding.ts";

/** The password in an address, as it is written and as it is sent; none where there is no password. */
export function passwordsIn(address: string): readonly string[] {
  const { password = "" } = URL.canParse(address) ? new URL(address) : {};
  return [password, decoded(password)].filter((text) => text !== "");
}
