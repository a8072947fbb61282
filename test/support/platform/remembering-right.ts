/** The exchanges of an operation that are remembered at most: random worlds have no two alike. */
const most = 300;

/** The same check, which looks at what it found right before no second time: most answers in tests are alike. */
export function rememberingRight<Operation extends object, Exchange extends readonly unknown[]>(
  problemsOf: (operation: Operation, ...exchange: Exchange) => readonly string[],
): typeof problemsOf {
  const known = new WeakMap<Operation, Set<string>>();
  return (operation, ...exchange) => {
    const right = known.get(operation) ?? new Set();
    const text = exchange.map((part) => JSON.stringify(part)).join("\n");
    if (right.has(text)) return [];
    const problems = problemsOf(operation, ...exchange);
    if (right.size === most) right.clear();
    if (problems.length === 0) known.set(operation, right.add(text));
    return problems;
  };
}
