import type { Project } from "../../manifest/load/load-project.ts";
import type { Check } from "../../model/documents/doctor-document.ts";
import { narrowedTo, unitsOf } from "../../project/units.ts";

/**
 * Makes checks for each organization by itself, or those that a transfer joins. A check that is well for all is one line;
 * any other names its organization.
 */
export async function checkEach<T extends object>(
  project: Project,
  options: T,
  check: (project: Project, options: T) => Promise<readonly Check[]>,
): Promise<readonly Check[]> {
  const units = unitsOf(project);
  if (units.length === 1) return check(project, options);
  const names: string[] = [];
  const well = new Map<string, Check[]>();
  const wrong = new Map<string, Check[]>();
  for (const unit of units)
    for (const one of await check(narrowedTo(project, unit), { ...options, unit: unit.aliases })) {
      if (!names.includes(one.name)) names.push(one.name);
      const isWell = one.status === "ok" || one.status === "skipped";
      const told = isWell ? one : { ...one, message: `${unit.name}: ${one.message}` };
      const lists = isWell ? well : wrong;
      lists.set(one.name, [...(lists.get(one.name) ?? []), told]);
    }
  return names.flatMap((name) => {
    const [first, ...others] = well.get(name) ?? [];
    const count = others.length + 1;
    const message = count === 1 ? first?.message : `${count} organizations, such as: ${first?.message}`;
    const all = first === undefined || message === undefined ? [] : [{ ...first, message }];
    return [...all, ...(wrong.get(name) ?? [])];
  });
}
