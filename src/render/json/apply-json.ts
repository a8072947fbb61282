import type { ApplyEvent } from "../../model/apply-event.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ApplyLine } from "../../model/documents/apply-document.ts";
import { applyFormatVersion } from "../../model/documents/format-versions.ts";
import type { Step } from "../../model/documents/plan-document.ts";
import { terminalText } from "../safe-text.ts";
import { applyMessage } from "../text/apply-message.ts";
import { diagnosticItem } from "./diagnostics-json.ts";
import { renderJsonLine } from "./json-text.ts";

/** First line of `apply --format json`; with a newline at the end. */
export function renderVersionLine(version: string, timestamp: string): string {
  return text({
    "@timestamp": timestamp,
    "@message": `docform ${version}`,
    type: "version",
    formatVersion: applyFormatVersion,
    docform: version,
  });
}

/** A diagnostic that ends an apply, as a line among its events; with a newline at the end. */
export function renderDiagnosticLine(diagnostic: Diagnostic, timestamp: string): string {
  const { message, ...more } = diagnosticItem(diagnostic);
  return text({
    "@timestamp": timestamp,
    "@message": terminalText(message),
    type: "diagnostic",
    diagnostic: { message, ...more },
  });
}

/** One event as one line of JSON, without bodies, as they may hold secrets; with a newline at the end. */
export function renderApplyLine(event: ApplyEvent, timestamp: string): string {
  const head = { "@timestamp": timestamp, "@message": applyMessage(event) };
  switch (event.type) {
    case "planned": {
      const { type, digest, summary, rehearsal } = event;
      return text({ ...head, type, digest, summary, ...(rehearsal !== undefined && { rehearsal }) });
    }
    case "step_started":
      return text({ ...head, type: event.type, ...stepParts(event.step) });
    case "step_done":
      return text({ ...head, type: event.type, ...stepParts(event.step), milliseconds: event.milliseconds });
    case "step_failed": {
      const { type, step, status, message, next } = event;
      return text({
        ...head,
        type,
        ...stepParts(step),
        ...(status !== undefined && { status }),
        message,
        next,
      });
    }
    case "step_unknown":
    case "step_stale":
      return text({
        ...head,
        type: event.type,
        ...stepParts(event.step),
        message: event.message,
        next: event.next,
      });
    case "step_skipped":
      return text({ ...head, type: event.type, ...stepParts(event.step), ...skippedParts(event) });
    case "summary":
      return text({ ...head, type: event.type, summary: summaryParts(event.summary) });
  }
}

function stepParts({ id, address, operation, method, path }: Step) {
  return { step: id, address, operation, method, path };
}

function skippedParts({ waitedFor, message }: Extract<ApplyEvent, { type: "step_skipped" }>) {
  return { waitedFor, ...(message !== undefined && { message }) };
}

function summaryParts({
  left,
  leftFields,
  blocked,
  others,
  targets,
  notUndone,
  ...counts
}: Extract<ApplyEvent, { type: "summary" }>["summary"]) {
  const besides = others === undefined ? {} : { others: [...others] };
  const lacks = notUndone === undefined ? {} : { notUndone: [...notUndone] };
  const fields = leftFields === undefined ? {} : { leftFields: [...leftFields] };
  const part = targets === undefined ? {} : { targets: [...targets] };
  return { ...counts, left: [...left], ...fields, blocked: [...blocked], ...besides, ...part, ...lacks };
}

function text(line: ApplyLine): string {
  return renderJsonLine(line);
}
