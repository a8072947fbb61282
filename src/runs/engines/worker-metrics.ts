import { type Transport, undiciTransport } from "../../client/transport.ts";
import type { Io } from "../../io/io.ts";
import { createMetric, type Metric } from "../../render/metric.ts";
import type { UnitJob, UnitOutcome } from "./unit-job.ts";

/** The numbers of a worker since it started. */
export type WorkerMetrics = ReturnType<typeof workerMetrics>;

/** Upper limits of the time of a unit, in seconds. */
const limits = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, Number.POSITIVE_INFINITY];

/** Milliseconds for which a scrape waits for the database. */
const longestQuestion = 2000;

/** Counts the work of a worker. Of the labels, only `organization` has values that a project chooses. */
export function workerMetrics(io: Io) {
  const units = createMetric("counter", "docform_units_total", "Organizations worked on, by their end");
  const inWork = createMetric("gauge", "docform_units_in_work", "Organizations that are worked on");
  const seconds = createMetric("histogram", "docform_unit_duration_seconds", "Time of an organization");
  const requests = createMetric("counter", "docform_requests_total", "Requests, by the class of the status");
  const retries = createMetric("counter", "docform_request_retries_total", "Requests that were sent again");
  const drift = createMetric("gauge", "docform_last_drift_timestamp_seconds", "The last look for drift");
  for (const metric of [inWork, retries]) metric.set(0);
  const openTransport: Io["openTransport"] = (options) => {
    const transport = (io.openTransport ?? undiciTransport)(options);
    return Object.assign(counting(transport, requests, retries), { close: transport.close });
  };
  const end = (job: UnitJob | undefined, { state, milliseconds }: UnitOutcome["row"]): void => {
    const { command, unit } = job ?? { command: "unknown" };
    inWork.add(-1);
    units.add(1, { command, state });
    addDuration(seconds, command, milliseconds / 1000);
    if (command === "drift" && unit !== undefined && /changes$/.test(state))
      drift.set(io.now() / 1000, { organization: unit });
  };
  return {
    /** Requests to the platform that go out by it are counted. */
    io: { ...io, openTransport },
    /** Counts a unit in work; the result takes the row of its end. */
    begin: (job: UnitJob | undefined): ((row: UnitOutcome["row"]) => void) => {
      inWork.add(1);
      return (row) => end(job, row);
    },
    /** Renders all. The jobs that wait are left out when the database does not answer soon. */
    text: async (waiting: () => Promise<number>): Promise<string> => {
      const jobs = createMetric("gauge", "docform_jobs_waiting", "Jobs of the commit that no worker has");
      const answered = new AbortController();
      const late = io.sleep(longestQuestion, answered.signal);
      await Promise.race([waiting().then(jobs.set), late]).catch(() => {});
      answered.abort();
      return [units, inWork, seconds, requests, retries, jobs, drift].map(({ text }) => text()).join("");
    },
  };
}

/** Adds a time to a histogram: to each bucket that it is not above. */
function addDuration({ add }: Metric, command: string, seconds: number): void {
  for (const limit of limits) {
    const le = limit === Number.POSITIVE_INFINITY ? "+Inf" : String(limit);
    add(seconds <= limit ? 1 : 0, { command, le }, "_bucket");
  }
  add(seconds, { command }, "_sum");
  add(1, { command }, "_count");
}

/** A transport that counts answers by their class, such as `2xx`, or `none`. Only calls of the platform name an operation. */
function counting(transport: Transport, requests: Metric, retries: Metric): Transport {
  return async (request) => {
    const { operation, attempt = 1 } = request;
    if (operation === undefined) return transport(request);
    if (attempt > 1) retries.add(1);
    let status = "none";
    try {
      const response = await transport(request);
      status = `${Math.floor(response.status / 100)}xx`;
      return response;
    } finally {
      requests.add(1, { status });
    }
  };
}
