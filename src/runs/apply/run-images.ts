import type { Project } from "../../manifest/load/load-project.ts";
import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { BeforeImage } from "../../model/documents/document-parts.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import type { Live } from "../../model/live.ts";
import type { AfterImage } from "../../state/journal-line.ts";
import { afterImagesOf } from "../../undo/after-images.ts";
import { imagesOf } from "../../undo/before-images.ts";
import type { Created } from "../../undo/created-objects.ts";

/** The facts about a run for the head of its journal. */
export interface RunFacts {
  readonly project: Project;
  readonly document: PlanDocument;
  /** The live state before the run, with the contents of deleted objects. */
  readonly live: Live;
  readonly lock: string;
  /** The newest run that the record names. */
  readonly recorded?: string | undefined;
  /** The run that this one takes back. */
  readonly undoes?: string;
}

/** How everything is that a run touches, before it. */
export function imagesIn({ document, live, project }: RunFacts): readonly BeforeImage[] {
  return imagesOf({ document, live, kinds: project.kinds, resourceAt: declaredIn(project) });
}

/** How the second plan found what the run touched, created and restored. */
export function afterImagesIn(
  { document, project }: RunFacts,
  images: readonly BeforeImage[],
  created: readonly Created[],
  live: Live,
): readonly AfterImage[] {
  const restored = document.changes.flatMap(({ address, kind, id, action }): readonly Created[] =>
    action === "restore" && id !== undefined ? [{ address, kind, id }] : [],
  );
  const { kinds } = project;
  const resourceAt = declaredIn(project);
  return afterImagesOf({ images, created: [...created, ...restored], live, kinds, resourceAt });
}

function declaredIn({ desired }: Project): (address: Address) => DesiredResource | undefined {
  const declared = new Map(desired.resources.map((resource) => [resource.address, resource]));
  return (address) => declared.get(address);
}
