/** Wraps a text in one look. */
export type Paint = (text: string) => string;

/** The colours of output. They never carry meaning: `plain` output has the same content. */
export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

const asIs: Paint = (text) => text;

/** The name of a colour or weight. */
export type Look = keyof Style;

/** No escape codes at all: for files, pipes, CI logs and `NO_COLOR`. */
export const plain: Style = { bold: asIs, dim: asIs, red: asIs, green: asIs, yellow: asIs, cyan: asIs };

/** Escape codes of a terminal. */
export const ansi: Style = {
  bold: code(1, 22),
  dim: code(2, 22),
  red: code(31, 39),
  green: code(32, 39),
  yellow: code(33, 39),
  cyan: code(36, 39),
};

function code(open: number, close: number): Paint {
  return (text) => (text === "" ? text : `\u001b[${open}m${text}\u001b[${close}m`);
}
