/** What the controls of the arms need to know of a session. */
export type ArmSessionChoice = {
  readonly id: string;
  readonly title: string;
  readonly client: string | null;
  readonly project: string | null;
};
