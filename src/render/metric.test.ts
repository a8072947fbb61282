import { expect, test } from "vitest";
import { createMetric } from "./metric.ts";

test("a metric is lines of Prometheus' text form, and labels are escaped", () => {
  const units = createMetric("counter", "docform_units_total", 'Organizations\nwith a \\ and a " in help');
  expect(units.text()).toBe("");
  for (const value of [1, 2]) units.add(value, { command: "apply", state: "no changes" });
  units.set(0.25, { organization: 'a"b\\c\nd} 9' });
  expect(units.text().split("\n")).toEqual([
    '# HELP docform_units_total Organizations\\nwith a \\\\ and a " in help',
    "# TYPE docform_units_total counter",
    'docform_units_total{command="apply",state="no changes"} 3',
    'docform_units_total{organization="a\\"b\\\\c\\nd} 9"} 0.25',
    "",
  ]);
  const seconds = createMetric("histogram", "docform_unit_duration_seconds", "Time");
  seconds.add(0, { le: "1" }, "_bucket");
  seconds.add(1.5, undefined, "_sum");
  expect(seconds.text()).toMatch(/_bucket\{le="1"\} 0\ndocform_unit_duration_seconds_sum 1\.5\n$/);
});
