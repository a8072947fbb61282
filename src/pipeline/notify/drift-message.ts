import type { DriftDocument } from "../../model/documents/drift-document.ts";
import { differencesIn } from "../../render/differences.ts";
import { accessFirst, driftHeadline } from "../../render/drift-view.ts";
import { renderJson } from "../../render/json/json-text.ts";
import { terminalText } from "../../render/safe-text.ts";
import { shorten } from "../../render/value.ts";

/** The facts in a message that are not the drift itself. */
export interface DriftFacts {
  readonly id: string;
  /** ISO 8601. */
  readonly time: string;
  /** Address of the platform. */
  readonly platform: string;
  readonly organizations: readonly string[];
  readonly environment?: string | undefined;
  readonly commit?: string | undefined;
  /** Address of the pipeline that found it. */
  readonly pipeline?: string | undefined;
}

/** A message as it is sent. */
export interface Message {
  readonly contentType: string;
  readonly body: string;
}

/** The forms of a message, by their names in `DOCFORM_NOTIFY_FORMAT`. */
export const messageForms = { cloudevents: cloudEvent, slack: slackMessage } as const;

/** Items that a message lists; the rest is counted. */
const mostItems = 20;

/** The lines of a message for what drifted or is missing: access first. */
function itemsOf(document: DriftDocument) {
  const all = accessFirst(differencesIn(document));
  const items = all.slice(0, mostItems).map(({ address, side, impact, said, by }) => ({
    address: shorten(terminalText(address), 200),
    side,
    impact,
    message: shorten(said, 200),
    ...(by === undefined ? {} : { by: shorten(by, 200) }),
  }));
  return { items, more: all.length - items.length };
}

/** Drift as a CloudEvent 1.0 in structured mode (https://github.com/cloudevents/spec). */
function cloudEvent(document: DriftDocument, facts: DriftFacts): Message {
  const { id, time, platform, organizations, environment, commit, pipeline } = facts;
  const { drifted, missing, unmanaged, inStep } = document;
  const access = [...drifted, ...missing].filter(({ impact }) => impact === "high").length;
  const counts = {
    drifted: drifted.length,
    missing: missing.length,
    unmanaged: unmanaged.length,
    access,
    inStep,
  };
  const data = { organizations, environment, commit, pipeline, counts, ...itemsOf(document) };
  const event = {
    specversion: "1.0",
    type: "dev.docform.drift",
    source: platform,
    id,
    time,
    subject: [organizations.join(","), ...(environment === undefined ? [] : [environment])].join("/"),
    datacontenttype: "application/json",
    data,
  };
  return { contentType: "application/cloudevents+json; charset=utf-8", body: renderJson(event) };
}

/** Most characters of a text in a block of Slack, and of its header (https://docs.slack.dev/reference/block-kit/blocks). */
const mostText = 3000;
const mostHeader = 150;

/**
 * Drift as a message of Slack's incoming webhooks. `verbatim` keeps Slack from making links and mentions of texts, and
 * code keeps it from reading them as markup.
 */
function slackMessage(document: DriftDocument, facts: DriftFacts): Message {
  const { organizations, environment, commit, pipeline } = facts;
  const headline = `docform drift: ${driftHeadline(document)}`;
  const about = [
    ...(organizations.length > 5 ? [`${organizations.length} organizations`] : organizations.map(slackCode)),
    ...(environment === undefined ? [] : [`environment ${slackCode(environment)}`]),
    ...(commit === undefined ? [] : [`commit ${slackCode(commit)}`]),
    ...(pipeline === undefined ? [] : [`<${slackText(pipeline).replaceAll("|", "%7C")}|pipeline>`]),
  ].join(" · ");
  const { items, more } = itemsOf(document);
  const lines = items.map(
    ({ address, impact, message, by }) =>
      `• ${impact === "high" ? "*access* " : ""}${slackCode(address)} ${slackCode(message)}${by === undefined ? "" : ` ${slackCode(by)}`}`,
  );
  const blocks = [
    { type: "header", text: { type: "plain_text", text: headline.slice(0, mostHeader), emoji: false } },
    section(about),
    ...fitting([...lines, ...(more > 0 ? [`… and ${more} more`] : [])]).map(section),
  ];
  return {
    contentType: "application/json; charset=utf-8",
    body: renderJson({ text: slackText(headline), parse: "none", link_names: false, blocks }),
  };
}

function section(text: string) {
  return { type: "section", text: { type: "mrkdwn", text, verbatim: true } };
}

/** Lines in as many texts as they need. */
function fitting(lines: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + line.length < mostText)
      texts[texts.length - 1] = `${last}\n${line}`;
    else texts.push(line);
  }
  return texts;
}

/** The three characters that mean something to Slack everywhere; mentions and links begin with `<`. */
function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A text as code. Slack has no escape for a backtick. */
function slackCode(text: string): string {
  return `\`${slackText(shorten(terminalText(text), 200)).replaceAll("`", "'")}\``;
}
