import fc from "fast-check";

/** Texts that try to get out of the report of a CI service. */
export const hostileReportText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "::error::boo",
    "a\n::set-output name=x::y",
    "##[command]rm",
    "##vso[task.x]",
    "100%0A::stop",
    "]]><x/>",
    "&amp;<!--",
    "\u001b]8;;x\u0007",
    "\ud800",
    "\ufffe\uffff",
    "\u202egnp",
    "a,b=c:d",
  ),
);
