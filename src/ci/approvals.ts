const label = /^docform\/approve:\s*(\S+)$/;

/**
 * The rules that labels of a pull request approve: `docform/approve: RULE`. Only those that ask are counted: a label
 * for another rule lets nothing pass, and is no reason to fail.
 */
export function approvedBy(labels: readonly string[], asking: readonly string[]): readonly string[] {
  const named = labels.flatMap((one) => label.exec(one.trim())?.[1] ?? []);
  return [...new Set(named)].filter((name) => asking.includes(name));
}
