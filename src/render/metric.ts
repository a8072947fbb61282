/** Labels of a number, in the order in which they are always given. */
type Labels = Readonly<Record<string, string>>;

/** A metric of Prometheus with its numbers. */
export type Metric = ReturnType<typeof createMetric>;

/** Makes a metric, which renders itself in the text form of Prometheus, version 0.0.4; as nothing while it has no number. */
export function createMetric(type: "counter" | "gauge" | "histogram", name: string, help: string) {
  const numbers = new Map<string, number>();
  const set = (value: number, labels?: Labels): void => void numbers.set(sampleName(name, labels), value);
  /** `suffix` is of the numbers of a histogram, such as `_bucket`. */
  const add = (value: number, labels?: Labels, suffix = ""): void => {
    const sample = sampleName(name + suffix, labels);
    numbers.set(sample, (numbers.get(sample) ?? 0) + value);
  };
  const text = (): string => {
    const head = numbers.size === 0 ? "" : `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n`;
    return head + [...numbers].map(([sample, value]) => `${sample} ${value}\n`).join("");
  };
  return { set, add, text };
}

function sampleName(name: string, labels: Labels = {}): string {
  const written = Object.entries(labels).map(
    ([label, value]) => `${label}="${escaped(value).replaceAll('"', '\\"')}"`,
  );
  return written.length === 0 ? name : `${name}{${written.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}
