/** What becomes rows of the database. */
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
