import type { ApplyEvent } from "../../model/apply-event.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { applyFormatVersion } from "../../model/documents/format-versions.ts";
import type { UnitRow } from "../../model/documents/organizations-document.ts";
import { terminalText } from "../safe-text.ts";
import { applyMessage } from "../text/apply-message.ts";
import { diagnosticItem, renderJsonLine } from "./json-text.ts";

/** First line of `apply --format json`; with a newline at the end. */
export function renderVersionLine(version: string, timestamp: string): string {
  return renderJsonLine({
    "@timestamp": timestamp,
    "@message": `docform ${version}`,
    type: "version",
    formatVersion: applyFormatVersion,
    docform: version,
  });
}

/** The last line of an apply of several organizations; with a newline at the end. */
export function renderUnitsLine(rows: readonly UnitRow[], message: string, timestamp: string): string {
  return renderJsonLine({
    "@timestamp": timestamp,
    "@message": message,
    type: "organizations",
    organizations: rows,
  });
}

/** A diagnostic that ends an apply, as a line among its events; with a newline at the end. */
export function renderDiagnosticLine(diagnostic: Diagnostic, timestamp: string): string {
  const { message, ...more } = diagnosticItem(diagnostic);
  return renderJsonLine({
    "@timestamp": timestamp,
    "@message": terminalText(message),
    type: "diagnostic",
    diagnostic: { message, ...more },
  });
}

/** One event as one line of JSON, without bodies, as they may hold secrets; with a newline at the end. */
export function renderApplyLine(event: ApplyEvent, timestamp: string): string {
  const head = { "@timestamp": timestamp, "@message": applyMessage(event) };
  if (!("step" in event)) return renderJsonLine({ ...head, ...event });
  const { type, step, ...outcome } = event;
  const { id, address, operation, method, path } = step;
  const { wasSent: _, ...shown } = { wasSent: undefined, ...outcome };
  return renderJsonLine({ ...head, type, step: id, address, operation, method, path, ...shown });
}
