/** A recorded change (`listAuditEvents` shows it). */
export interface AuditEventState {
  readonly number: number;
  readonly at: string;
  readonly action: string;
  /** Id of the user; undefined for the platform itself. */
  readonly by?: string;
  readonly source: string;
  /** The id of the object that changed, which may be gone. */
  readonly target: string;
  readonly targetType: string;
}
