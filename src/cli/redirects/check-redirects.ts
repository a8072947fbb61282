import { checkRedirects, redirectsCode, resolvingIn } from "../../explain/check-redirects.ts";
import type { Io } from "../../io/io.ts";
import type { ExitCode } from "../../model/stop.ts";
import { withUnits } from "../../project/opened/open-units.ts";
import { printResult } from "../../project/output.ts";
import type { ResultForm } from "../../project/result-forms.ts";
import { renderJson } from "../../render/json/json-text.ts";
import { renderRedirectsText } from "../../render/redirects-view.ts";
import { eachUnit, type SeveralOptions } from "../../runs/units/each-unit.ts";

/** Options of `docform redirects check`. */
export interface RedirectsOptions extends SeveralOptions {
  readonly format: ResultForm;
}

/** `docform redirects check`: where the platform leads from the source of each declared redirect. */
export async function runRedirectsCheck(io: Io, options: RedirectsOptions): Promise<ExitCode> {
  return withUnits(io, options, async (opened) => {
    resolvingIn(opened.joined.project);
    const { format: form } = options;
    if (opened.isSeveral)
      return eachUnit(io, options, opened, { form }, async (unitIo, own, unit) => {
        const checked = await checkRedirects(unitIo, own, unit);
        const end = { code: redirectsCode(checked), row: { state: "read" } } as const;
        if (form === "json") return { ...end, document: { name: "redirects", json: renderJson(checked) } };
        printResult(unitIo, own, checked, renderRedirectsText);
        return end;
      });
    const checked = await checkRedirects(io, options, opened.joined);
    printResult(io, options, checked, renderRedirectsText);
    return redirectsCode(checked);
  });
}
