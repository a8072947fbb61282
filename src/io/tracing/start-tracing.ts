import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { Stop } from "../../model/stop.ts";
import type { Io } from "../io.ts";
import { version } from "../version.ts";
import { type InSpan, untraced } from "./span.ts";

/** Milliseconds for which the end of a command waits for spans to be sent. */
const longestFlush = 2000;

/** The variables that name the receiver. */
const addresses = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];

/**
 * Sends traces by OTLP over HTTP, to where the variables `OTEL_*` say: the packages read them. `end` sends the rest. Nobody hears when
 * spans cannot be sent.
 */
export function startTracing({ sleep, env, stderr }: Pick<Io, "sleep" | "env" | "stderr">) {
  const wrong = addresses.find((name) => !isAddress(env[name]));
  if (wrong !== undefined) {
    // The packages would send to another address. The value may hold a password, so it is not shown.
    stderr.write(`No traces are sent: write ${wrong} as http://collector.example:4318, or unset it.\n`);
    return { span: untraced, end: async () => {} };
  }
  const own = resourceFromAttributes({ "service.name": "docform", "service.version": version });
  const provider = new BasicTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer("docform", version);
  const current = new AsyncLocalStorage<Context>();
  const span: InSpan = (name, facts, act) => {
    const outer = current.getStore() ?? ROOT_CONTEXT;
    const inner = tracer.startSpan(name, { attributes: facts }, outer);
    return current.run(trace.setSpan(outer, inner), async () => {
      try {
        return await act((more) => inner.setAttributes(more));
      } catch (problem) {
        // Its message may name people.
        inner.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", typeOf(problem));
        throw problem;
      } finally {
        inner.end();
      }
    });
  };
  const end = async (): Promise<void> => {
    await Promise.race([provider.forceFlush().catch(() => {}), sleep(longestFlush)]);
  };
  return { span, end };
}

function isAddress(text = ""): boolean {
  return text.trim() === "" || (/^https?:/i.test(text) && URL.canParse(`${text}/`));
}

function typeOf(problem: unknown): string {
  const [first] = problem instanceof Stop ? problem.diagnostics : [];
  return first?.code ?? (problem instanceof Error ? problem.name : "other");
}
