import { type Diagnostic, error } from "../core/diagnostic.ts";
import type { Draft } from "./context.ts";
import { humanName } from "./kind-index.ts";

/** People who are listed in something, and declared absent in its organization. */
export function checkMembers(drafts: readonly Draft[]): readonly Diagnostic[] {
  const absent = new Map(
    drafts
      .filter(({ kind, resource }) => resource.absent && kind.keyField !== undefined)
      .flatMap((draft) => namesOf(draft).map((name) => [name, draft] as const)),
  );
  if (absent.size === 0) return [];
  return drafts
    .filter(({ resource }) => !resource.absent)
    .flatMap(({ kind, resource, written }) =>
      [...written].flatMap(([name, tree]) => {
        const of = kind.fields[name]?.membership?.of;
        if (of === undefined || tree.type !== "map") return [];
        return tree.entries.flatMap(({ key, source }) => {
          const names = [key, key.toLowerCase()].map((one) => nameIn(resource.organization, of, one));
          const gone = names.map((one) => absent.get(one)).find((one) => one !== undefined);
          if (gone === undefined) return [];
          const related = [{ message: "absent: true is declared here", source: gone.resource.source }];
          const message = `the ${humanName(gone.kind)} "${key}" is declared absent`;
          return [error("DF2001", message, { source, related })];
        });
      }),
    );
}

/** What a list may call somebody: by the key, by the field that the key stands for, or by the id. */
function namesOf({ kind, resource }: Draft): readonly string[] {
  const { id, key, organization, values } = resource;
  const own = [key, values[kind.keyField ?? ""]].flatMap((name) =>
    // Case says nothing in an email.
    typeof name === "string" ? [name.toLowerCase()] : [],
  );
  return [...own, ...(id === undefined ? [] : [id])].map((name) => nameIn(organization, kind.name, name));
}

function nameIn(organization: string, kind: string, name: string): string {
  return `${organization} ${kind} ${name}`;
}
