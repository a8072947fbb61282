import { type Transport, undiciTransport } from "../../client/transport.ts";
import type { Io } from "../../io/io.ts";
import { type Metric, type MetricLabels, renderMetrics, type Sample } from "../../render/metrics-text.ts";
import type { UnitJob, UnitOutcome } from "./unit-job.ts";

/** The numbers of a worker since it started. */
export interface WorkerMetrics {
  /** Requests to the platform that go out by it are counted. */
  readonly io: Io;
  /** Counts a unit in work; the result takes the row of its end. */
  readonly begin: (job: UnitJob | undefined) => (row: UnitOutcome["row"]) => void;
  /** Renders all numbers. The jobs that wait are left out when the database does not answer soon. */
  readonly text: (waiting: () => Promise<number>) => Promise<string>;
}

/** Upper limits of the time of a unit, in seconds. */
const limits = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, Number.POSITIVE_INFINITY];

/** Milliseconds for which a scrape waits for the database. */
const longestQuestion = 2000;

/** Counts the work of a worker. Of the labels, only `organization` has values that a project chooses. */
export function workerMetrics(io: Io): WorkerMetrics {
  const [units, seconds, requests, drifts] = [samples(), samples(), samples(), samples()];
  let [working, retries] = [0, 0];
  const end = (job: UnitJob | undefined, { state, milliseconds }: UnitOutcome["row"]): void => {
    const { command, unit } = job ?? { command: "unknown" };
    working -= 1;
    units.add({ command, state });
    addDuration(seconds, { command }, milliseconds / 1000);
    if (command === "drift" && unit !== undefined && /changes$/.test(state))
      drifts.set({ organization: unit }, io.now() / 1000);
  };
  const openTransport: Io["openTransport"] = (options) => {
    const transport = (io.openTransport ?? undiciTransport)(options);
    const counted = counting(transport, (status, isRetry) => {
      requests.add({ status });
      if (isRetry) retries += 1;
    });
    return Object.assign(counted, { close: transport.close });
  };
  return {
    io: { ...io, openTransport },
    begin: (job) => {
      working += 1;
      return (row) => end(job, row);
    },
    text: async (waiting) =>
      renderMetrics([
        counter("docform_units_total", "Organizations that were worked on, by their end", units.all()),
        gauge("docform_units_in_work", "Organizations that are worked on", [{ value: working }]),
        {
          ...gauge("docform_unit_duration_seconds", "Time of an organization", seconds.all()),
          type: "histogram",
        },
        counter(
          "docform_requests_total",
          "Requests to the platform, by the class of the status",
          requests.all(),
        ),
        counter("docform_request_retries_total", "Requests that were sent again", [{ value: retries }]),
        gauge("docform_jobs_waiting", "Jobs of the commit that no worker has", await soon(io, waiting)),
        gauge("docform_last_drift_timestamp_seconds", "When this worker last looked for drift", drifts.all()),
      ]),
  };
}

const counter = (name: string, help: string, all: Metric["samples"]): Metric => ({
  name,
  help,
  type: "counter",
  samples: all,
});

const gauge = (...given: Parameters<typeof counter>): Metric => ({ ...counter(...given), type: "gauge" });

/** Samples by their labels, which always come in one order. */
function samples() {
  const all = new Map<string, Sample>();
  const set = (labels: MetricLabels, value: number, suffix = ""): void => {
    all.set(JSON.stringify([labels, suffix]), { labels, suffix, value });
  };
  const add = (labels: MetricLabels, value = 1, suffix = ""): void =>
    set(labels, (all.get(JSON.stringify([labels, suffix]))?.value ?? 0) + value, suffix);
  return { all: () => [...all.values()], set, add };
}

/** Adds a time to a histogram: to each bucket that it is not above. */
function addDuration({ add }: ReturnType<typeof samples>, labels: MetricLabels, seconds: number): void {
  for (const limit of limits) {
    const le = limit === Number.POSITIVE_INFINITY ? "+Inf" : String(limit);
    add({ ...labels, le }, seconds <= limit ? 1 : 0, "_bucket");
  }
  add(labels, seconds, "_sum");
  add(labels, 1, "_count");
}

/** A transport that tells the class of each answer, such as `2xx`, or `none`. Only calls of the platform name an operation. */
function counting(transport: Transport, tell: (status: string, isRetry: boolean) => void): Transport {
  return async (request) => {
    const { operation, attempt = 1 } = request;
    const told = (status: string): void => {
      if (operation !== undefined) tell(status, attempt > 1);
    };
    try {
      const response = await transport(request);
      told(`${Math.floor(response.status / 100)}xx`);
      return response;
    } catch (problem) {
      told("none");
      throw problem;
    }
  };
}

/** The answer as a sample; none when it fails or takes too long. */
async function soon(io: Pick<Io, "sleep">, ask: () => Promise<number>): Promise<readonly Sample[]> {
  const answered = new AbortController();
  const late = io.sleep(longestQuestion, answered.signal).then(
    () => undefined,
    () => undefined,
  );
  const value = await Promise.race([ask().catch(() => undefined), late]);
  answered.abort();
  return value === undefined ? [] : [{ value }];
}
