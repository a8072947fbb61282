import type { ServiceName } from "./service.ts";

/** Why a pipeline runs. A merge group is GitHub's test of a pull request before its merge. */
export type PipelineEvent = "pull request" | "merge group" | "push" | "schedule" | "other";

/** A run of a pipeline of a service, as the variables and the payload of its event say. */
export interface Pipeline {
  readonly service: ServiceName;
  /** The root of the service's API, such as `https://api.github.com`. */
  readonly apiUrl: string;
  /** `owner/name` on GitHub, the number of the project on GitLab. */
  readonly repository: string;
  readonly event: PipelineEvent;
  /** The commit of the branch: of a pull request, the newest one of its own branch, not a merge that is tried. */
  readonly commit: string;
  /** The branch of a push. */
  readonly branch?: string;
  readonly defaultBranch?: string;
  readonly pull?: {
    readonly number: number;
    /** Whether its branch is in another repository: then there are no secrets. */
    readonly isFork: boolean;
  };
  readonly link?: string;
}
