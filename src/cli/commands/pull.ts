import type { Io } from "../../io/io.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import type { ExitCode } from "../../model/stop.ts";
import { withUnits } from "../../project/opened/open-units.ts";
import { unitAddresses } from "../../project/units.ts";
import { type PullOptions, projectToPull, withAllOrganizations } from "../../pull/pull-project.ts";
import { guarded } from "../../runs/apply/guarded-run.ts";
import type { SeveralOptions } from "../../runs/units/each-unit.ts";
import { type PullBegun, pullUnit } from "./pull-unit.ts";

/**
 * `docform pull`: writes the live state into manifests, so that the next plan is empty. It holds the lock of
 * the project folder while it writes, so that no apply reads half-written manifests.
 */
export async function runPull(
  io: Io,
  addresses: readonly string[],
  options: PullOptions & SeveralOptions,
  begun: PullBegun,
): Promise<ExitCode> {
  return guarded(io, options, begun.command, async (guard) => {
    const project = await projectToPull(io, options);
    const all = withAllOrganizations(project);
    const open = async (): Promise<Project> => all;
    const isOne = all.desired.organizations.length <= 1;
    const target = isOne ? addresses : unitAddresses(all, "the address", addresses);
    const choice = target.length === 0 ? options : { ...options, target };
    const { signal } = guard.interrupts;
    return withUnits(
      io,
      choice,
      async (opened) => {
        if (opened.isSeveral) {
          guard.interrupts.begin();
          const { pullUnits } = await import("./pull-units.ts");
          return pullUnits(io, options, opened, { begun, project, isStopping: guard.interrupts.isStopping });
        }
        const { joined: unit } = opened;
        const own = opened.optionsFor(options, unit.unit);
        return (await pullUnit(io, own, { unit, project, begun }, guard)).code;
      },
      { signal, isChanging: true, open },
    );
  });
}
