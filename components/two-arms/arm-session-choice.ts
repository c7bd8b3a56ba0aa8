/** A session's data for the controls of the two groups. */
export type ArmSessionChoice = {
  readonly id: string;
  readonly title: string;
  readonly client: string | null;
  readonly project: string | null;
};
