import fc, { type GeneratorValue } from "fast-check";

/** A manifest as a person may write it: any order and indentation, comments everywhere, all styles of values. */
export function randomManifest(gen: GeneratorValue): { readonly text: string; readonly ending: string } {
  const writer = new Writer(gen);
  const documents = [writer.document(), ...(writer.chance(5) ? [writer.document()] : [])];
  const ending = gen(fc.constantFrom, "\n", "\r\n");
  const mark = writer.chance(5) ? "\uFEFF" : "";
  return { text: mark + documents.join("---\n").replaceAll("\n", ending), ending };
}

const scalars = [
  "Docs",
  '"a: b # c"',
  "'it''s'",
  "1.10",
  "0x1F",
  "true",
  "null",
  "~",
  "2024-01-01",
  "x#y",
  '"\\u202e"',
  "-1e3",
];
const blocks = [
  "|\n@one\n@  two\n",
  ">-\n@one\n@two\n@\n@three\n",
  "|\n@# no comment\n",
  "|-\n@one\n\n",
  "|\n@one\n\n\n@two\n",
  "|+\n@x\n\n\n",
  "|2-\n@ x\n",
  '"one\n@two"\n',
  "one\n@two\n",
];
const fields = [
  "id",
  "title",
  "visibility",
  "basename",
  "published",
  "previously",
  "protect",
  "unknown",
  "manage",
  "type",
];

class Writer {
  private readonly gen: GeneratorValue;
  private comments = 0;
  private anchors: string[] = [];

  constructor(gen: GeneratorValue) {
    this.gen = gen;
  }

  chance(of: number): boolean {
    return this.gen(fc.nat, { max: of - 1 }) === 0;
  }

  private pick<T>(...from: readonly T[]): T {
    return this.gen(fc.constantFrom, ...from) as T;
  }

  document(): string {
    this.anchors = [];
    const keys = this.gen(fc.shuffledSubarray, ["organization", "teams", "sites", "spaces"], {
      minLength: 1,
    }) as string[];
    const head = this.chance(3) ? `# head ${this.comments++}\n\n` : "";
    const parts = keys.map((key) => this.part(key, 0));
    return head + parts.join("") + this.end("");
  }

  private part(key: string, column: number): string {
    if (key === "organization") return this.entry(key, "", " acme", "\n", column);
    return this.map(key, column, ["a", "b-1", "c@x.example"], (name, inner) =>
      this.resource(name, inner, key),
    );
  }

  private resource(key: string, column: number, collection: string): string {
    if (this.chance(4)) return this.entry(key, "", ` ${this.flow()}`, "\n", column);
    return this.map(key, column, fields, (name, inner) => {
      if (name === "basename" && collection === "sites") return this.structure(inner);
      return this.value(name, inner);
    });
  }

  private structure(column: number): string {
    const pad = " ".repeat(column);
    const dashAt = column + this.pick(0, 2, 4);
    const dash = " ".repeat(dashAt);
    const items = Array.from({ length: this.gen(fc.integer, { min: 1, max: 3 }) }, (_, at) => {
      const gap = this.pick(" ", "   ");
      const inner = dashAt + 1 + gap.length;
      const rest = (this.gen(fc.shuffledSubarray, ["title", "path", "icon"]) as string[]).map((name) =>
        this.value(name, inner),
      );
      const mark = `${" ".repeat(inner)}section: s${at}\n`;
      const all =
        this.chance(3) && rest.length > 0 && !/^ *#|^\n/.test(rest[0] ?? "")
          ? [...rest, mark]
          : [mark, ...rest];
      return `${this.lead(dashAt)}${dash}-${gap}${all.join("").slice(inner)}`;
    });
    return `${this.lead(column)}${pad}structure:${this.beside()}\n${items.join("")}`;
  }

  private value(key: string, column: number): string {
    if (this.chance(6)) {
      const block = this.pick(...blocks).replaceAll("@", " ".repeat(column + this.pick(1, 2, 4)));
      return `${this.lead(column)}${" ".repeat(column)}${key}: ${block}`;
    }
    if (this.chance(5)) return this.entry(key, "", ` ${this.flow()}`, "\n", column);
    if (this.anchors.length > 0 && this.chance(6))
      return this.entry(key, "", ` *${this.pick(...this.anchors)}`, "\n", column);
    const anchor = this.chance(8) ? `&n${this.anchors.length} ` : "";
    if (anchor !== "") this.anchors.push(`n${this.anchors.length}`);
    return this.entry(key, "", `${this.pick(" ", "   ")}${anchor}${this.pick(...scalars)}`, "\n", column);
  }

  private flow(): string {
    // Deeper than any key may stand: what is within brackets is indented more than what they are the value of.
    const gap = this.pick("", " ", `\n${" ".repeat(40)}`);
    const keys = this.gen(fc.shuffledSubarray, ["title", "id", "published"]) as string[];
    const pairs = keys.map((key) => `${key}: ${this.pick(...scalars)}`);
    return this.chance(3) ? `[a,${gap}b ]` : `{${gap === "" ? "" : " "}${pairs.join(`,${gap || " "}`)}}`;
  }

  private map(
    key: string,
    column: number,
    names: readonly string[],
    print: (name: string, column: number) => string,
  ): string {
    const inner = column + this.pick(1, 2, 4);
    const keys = this.gen(fc.shuffledSubarray, [...names], { minLength: 1 }) as string[];
    const all = keys.map((name) => print(name, inner));
    return `${this.entry(key, "", "", "\n", column)}${all.join("")}${this.end(" ".repeat(inner))}`;
  }

  private entry(key: string, before: string, value: string, after: string, column: number): string {
    return `${this.lead(column)}${" ".repeat(column)}${before}${key}:${value}${value.includes("\n") ? "" : this.beside()}${after}`;
  }

  private lead(column: number): string {
    const blank = this.chance(5) ? this.pick("\n", "\n\n") : "";
    return blank + (this.chance(4) ? `${" ".repeat(column)}# of ${this.comments++}\n` : "");
  }

  private beside(): string {
    return this.chance(5) ? `${this.pick(" ", "    ")}# beside ${this.comments++}` : "";
  }

  private end(pad: string): string {
    return this.chance(5) ? `${pad}# end ${this.comments++}\n` : "";
  }
}
