/** Facts of a span: no text or address of the platform, no token, and no name of a person. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** Acts as a span of a trace, below the span that it is called in; `tell` adds facts that are known later. */
export type InSpan = <T>(
  name: string,
  facts: SpanFacts,
  act: (tell: (facts: SpanFacts) => void) => Promise<T>,
) => Promise<T>;

/** Acts without a trace. */
export const untraced: InSpan = (_name, _facts, act) => act(() => {});
