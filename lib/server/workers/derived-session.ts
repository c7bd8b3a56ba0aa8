/** The facts of a session that are stored in its database row. */
export type DerivedSession = {
  readonly id: string;
  readonly title: string;
  readonly client: string | null;
  readonly project: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly messages: number;
  readonly requests: number;
  readonly peakTokens: number;
  readonly rowJson: string;
  readonly summaryJson: string;
};
