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
  const found = new Map<string, Check[]>();
  for (const unit of units)
    for (const one of await check(narrowedTo(project, unit), { ...options, unit: unit.aliases })) {
      if (!names.includes(one.name)) names.push(one.name);
      const message = isWell(one.status) ? one.message : `${unit.name}: ${one.message}`;
      const list = `${one.name} ${isWell(one.status) ? one.status : ""}`;
      found.set(list, [...(found.get(list) ?? []), { ...one, message }]);
    }
  return names.flatMap((name) => [
    ...asOne(found.get(`${name} ok`)),
    ...asOne(found.get(`${name} skipped`)),
    ...(found.get(`${name} `) ?? []),
  ]);
}

function isWell(status: Check["status"]): boolean {
  return status === "ok" || status === "skipped";
}

function asOne([first, ...others]: readonly Check[] = []): readonly Check[] {
  if (first === undefined || others.length === 0) return first === undefined ? [] : [first];
  return [{ ...first, message: `${others.length + 1} organizations, such as: ${first.message}` }];
}
