/** The labels of a sample, by name. */
export type MetricLabels = Readonly<Record<string, string>>;

/** A number of a metric. */
export interface Sample {
  readonly labels?: MetricLabels;
  readonly value: number;
  /** Of a histogram, such as `_bucket`: it goes to the end of the name. */
  readonly suffix?: string;
}

/** A metric as Prometheus names it: units are seconds, and the name of a counter ends in `_total`. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

/** Renders metrics in the text form of Prometheus, version 0.0.4. A metric without samples is left out. */
export function renderMetrics(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(
      ({ name, help, type, samples }) =>
        `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n${samples.map((one) => line(name, one)).join("")}`,
    )
    .join("");
}

function line(name: string, { suffix = "", labels = {}, value }: Sample): string {
  const written = Object.entries(labels).map(
    ([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`,
  );
  return `${name}${suffix}${written.length === 0 ? "" : `{${written.join(",")}}`} ${value}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}
