import { describe, expect, test } from "vitest";
import { expectGolden } from "../../test/golden.ts";
import { everyVariant, planWith, twoOrganizations } from "../../test/plan-fixture.ts";
import type { Change } from "../core/plan-document.ts";
import { planMarker, renderPlanMarkdown } from "./plan-markdown.ts";

const golden = (name: string) => new URL(`golden/${name}`, import.meta.url);

/** A plan with so many deletes and updates, the updates with long fields and some of them risky. */
function bigPlan(size: number) {
  const changes = Array.from({ length: size }, (_, at): Change => {
    const head = { address: `acme/spaces.space-${at}`, kind: "space", title: `Space ${at}` };
    if (at % 5 === 0) return { ...head, action: "delete", reason: "removed from manifests" };
    const field = { path: "title", before: `Space number ${at}`, after: `A better title for ${at}` };
    return {
      ...head,
      action: "update",
      fields: [field],
      ...(at % 7 === 0 && { risks: ["opens to everyone"] }),
    };
  });
  return planWith({ changes, counts: { update: size, delete: size / 5, calls: size } });
}

describe("a plan as a comment", () => {
  test("every variant is shown, and hostile titles do no harm", () => {
    const text = renderPlanMarkdown(everyVariant, { environment: "production", commit: "4f2c1a9" });
    expectGolden(golden("plan-every-variant.md.txt"), text);
  });

  test("the first line finds the comment again", () => {
    expect(renderPlanMarkdown(twoOrganizations).split("\n")[0]).toBe("<!-- docform plan acme,globex -->");
    expect(planMarker(twoOrganizations, "x --> <script>")).toBe(
      "<!-- docform plan acme,globex x __ _script_ -->",
    );
  });

  test("nothing to do says so", () => {
    expectGolden(golden("plan-nothing.md.txt"), renderPlanMarkdown(planWith()));
  });

  test.each([
    [200, undefined],
    [900, "fields are shown of risky changes only"],
    [1200, "one line per resource, without fields and navigation"],
    [5000, "only counts and the first deletes are shown"],
  ])("a plan of %i changes fits, and says what it left out", (size, leftOut) => {
    const text = renderPlanMarkdown(bigPlan(size));
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(60_000);
    expect(/Shortened to fit: (.*?)\./.exec(text)?.[1]).toBe(leftOut);
  });

  test("with hardly any room, only the counts stay", () => {
    const text = renderPlanMarkdown(bigPlan(100), { limit: 300 });
    expectGolden(golden("plan-counts-only.md.txt"), text);
  });
});
