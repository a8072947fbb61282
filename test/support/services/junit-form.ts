import { SaxesParser } from "saxes";
import * as z from "zod";

/** An element of XML, with its text in one piece. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Reads XML; throws at the first thing that makes it none. */
export function parseXml(xml: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open: Element[] = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.on("text", (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.write(xml).close();
  return root.children[0] ?? root;
}

const count = z.string().regex(/^\d+$/);
const counts = { tests: count, failures: count, errors: count };

/** A test: it passes, or has one failure. */
const testcase = z.strictObject({
  name: z.literal("testcase"),
  attributes: z.strictObject({
    classname: z.string().min(1),
    name: z.string().min(1),
    file: z.string().min(1),
  }),
  children: z
    .array(
      z.discriminatedUnion("name", [
        z.strictObject({
          name: z.literal("failure"),
          attributes: z.strictObject({ type: z.string(), message: z.string() }),
          children: z.tuple([]),
          text: z.string().min(1),
        }),
        z.strictObject({
          name: z.literal("system-out"),
          attributes: z.strictObject({}),
          children: z.tuple([]),
          text: z.string().min(1),
        }),
      ]),
    )
    .max(1),
  text: z.string(),
});

/**
 * The form of JUnit XML that GitLab documents (https://docs.gitlab.com/ci/testing/unit_test_reports/), with the
 * counts that Jenkins and others ask for. JUnit itself has never published a schema.
 */
export const junitForm = z.strictObject({
  name: z.literal("testsuites"),
  attributes: z.strictObject(counts),
  children: z.tuple([
    z.strictObject({
      name: z.literal("testsuite"),
      attributes: z.strictObject({ name: z.string(), ...counts }),
      children: z.array(testcase),
      text: z.string(),
    }),
  ]),
  text: z.string(),
});
