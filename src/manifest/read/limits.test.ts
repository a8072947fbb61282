import { expect, test } from "vitest";
import { kinds } from "../../kinds/kinds.ts";
import { checkValue } from "../schema/check-value.ts";

/** A limit of the reference, or of A11: a kind, a field (and what in it), and the shortest and longest text. */
type Limit = readonly [kind: string, field: string, least: number, most: number, form?: Form];

/** How to make a value of so many characters. */
type Form = (length: number) => unknown;

const address: Form = (length) => `https://acme.example/`.padEnd(length, "x");
const source: Form = (length) => ({ url: address(length) });

const limits: readonly Limit[] = [
  // Section 8 of the reference, in its order.
  ["openapi-spec", "slug", 1, 100],
  ["openapi-spec", "source", 22, 2048, source],
  ["saml-provider", "ssoURL", 22, 2048, address],
  ["section", "title", 2, 128],
  ["section", "description", 0, 256],
  ["section", "path", 1, 100],
  ["section", "condition", 0, 1024],
  ["section", "icon", 0, 50],
  ["section-group", "title", 1, 100],
  ["section-group", "icon", 0, 50],
  ["organization", "title", 2, 255],
  ["organization", "hostname", 3, 32],
  ["organization", "logo", 22, 2048, address],
  ["saml-provider", "label", 1, 30],
  ["saml-provider", "entityID", 0, 1024],
  ["saml-provider", "certificate", 0, 10_000],
  ["share-link", "name", 0, 50],
  // A11: lengths that the reference does not give.
  ["team", "title", 1, 64],
  ["site", "title", 2, 128],
  ["site", "basename", 1, 100],
  ["site", "proxy", 0, 512, (length) => "acme.example/".padEnd(length, "x")],
  ["site-space", "path", 1, 100],
  ["space", "title", 0, 50],
  ["collection", "title", 0, 50],
  ["collection", "description", 0, 100],
];

const nowhere = { file: "", line: 1, column: 1 };

function fits([name, fieldName, , , form = (length) => "x".repeat(length)]: Limit, length: number): boolean {
  const field = kinds.find((kind) => kind.name === name)?.fields[fieldName];
  if (field === undefined) throw new Error(`there is no ${name}.${fieldName}`);
  return field.schema.safeParse(form(length)).success;
}

const named = limits.map((limit) => ({ name: `${limit[0]}.${limit[1]}: ${limit[2]} to ${limit[3]}`, limit }));

test.each(named)("validate holds the length of $name", ({ limit }) => {
  const [, , least, most] = limit;
  expect(fits(limit, most)).toBe(true);
  expect(fits(limit, most + 1)).toBe(false);
  if (least > 0) expect(fits(limit, least)).toBe(true);
  if (least > 0 && least < 20) expect(fits(limit, least - 1)).toBe(false);
});

test("a value beyond a limit is told with the limit", () => {
  const schema = kinds.find(({ name }) => name === "share-link")?.fields.name?.schema;
  if (schema === undefined) throw new Error("there is no name of a share link");
  const value = { type: "scalar", source: nowhere, value: "x".repeat(51) } as const;
  const [diagnostic] = checkValue(schema, { name: "name", source: nowhere, value });
  expect(diagnostic).toMatchObject({
    code: "DF1005",
    message: "name must be at most 50 characters, and has 51",
  });
});
