/**
 * The texts in a log that CI services take for a command to themselves: `##[error]` (GitHub, Azure),
 * `##vso[…]` and `##teamcity[…]`, anywhere in a line. Without its first `#` it is none.
 */
export const commandAnywhere = /#(?=#(?:vso|teamcity)?\[)/gi;

/** `::error::` at the start of a line, blanks left out (GitHub). Without its first `:` it is none. */
export const commandAtStart = /(?<=^\s*):(?=:[a-z])/gim;
