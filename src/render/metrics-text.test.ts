import { expect, test } from "vitest";
import { renderMetrics } from "./metrics-text.ts";

test("metrics are lines of Prometheus' text form, and labels are escaped", () => {
  const text = renderMetrics([
    {
      name: "docform_units_total",
      help: 'Organizations\nwith a \\ and a " in help',
      type: "counter",
      samples: [
        { labels: { command: "apply", state: "no changes" }, value: 3 },
        { labels: { organization: 'a"b\\c\nd} 9' }, value: 0.25 },
      ],
    },
    { name: "docform_units_in_work", help: "In work", type: "gauge", samples: [{ value: 0 }] },
    { name: "docform_jobs_waiting", help: "Not known now", type: "gauge", samples: [] },
    {
      name: "docform_unit_duration_seconds",
      help: "Time",
      type: "histogram",
      samples: [
        { labels: { le: "+Inf" }, value: 1, suffix: "_bucket" },
        { value: 1.5, suffix: "_sum" },
      ],
    },
  ]);
  expect(text.split("\n")).toEqual([
    '# HELP docform_units_total Organizations\\nwith a \\\\ and a " in help',
    "# TYPE docform_units_total counter",
    'docform_units_total{command="apply",state="no changes"} 3',
    'docform_units_total{organization="a\\"b\\\\c\\nd} 9"} 0.25',
    "# HELP docform_units_in_work In work",
    "# TYPE docform_units_in_work gauge",
    "docform_units_in_work 0",
    "# HELP docform_unit_duration_seconds Time",
    "# TYPE docform_unit_duration_seconds histogram",
    'docform_unit_duration_seconds_bucket{le="+Inf"} 1',
    "docform_unit_duration_seconds_sum 1.5",
    "",
  ]);
});
