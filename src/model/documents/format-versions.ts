// Versions of the forms in which every command can show diagnostics. They stand apart from the schemas of those forms, so
// that showing a diagnostic loads no schema: making the schemas takes longer than a small command line.

/** Version of what `validate --format json` prints. */
export const validateFormatVersion = 1;
/** Version of what `policy test --format json` prints. */
export const policyTestFormatVersion = 1;
/** Version of what `plan --format json` and `drift --format json` print for several organizations. */
export const organizationsFormatVersion = 1;
/** Version of the lines that `apply --format json` prints. */
export const applyFormatVersion = 1;
