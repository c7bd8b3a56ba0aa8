import type { ArmChoice, TwoArmsBody } from "../../api/schemas/two-arms";
import { english, type Say } from "../../wording/say";

export const ARMS_BY = ["date", "folder", "client", "title", "hand"] as const;
type ArmsBy = (typeof ARMS_BY)[number];

/** The reader's choice in the URL. */
export type TwoArmsChoice = {
  readonly by: ArmsBy;
  /** `2026-02-10`: the first day of B. */
  readonly date: string;
  /** With a date: only this client's sessions; empty: all. */
  readonly client: string;
  /** Folder, client or part of the title, according to `by`. */
  readonly a: string;
  readonly b: string;
  /** Ids of manually chosen sessions. */
  readonly handA: readonly string[];
  readonly handB: readonly string[];
  readonly pair: "prompt" | "folder" | "none";
  readonly unit: "usd" | "tokens";
};

/** What the page compares before the reader chooses: sessions before and since a day. */
export type FirstChoice = Pick<TwoArmsChoice, "date" | "client" | "pair">;

/** The API request; null while the choice is incomplete. */
export function twoArmsBodyOf(choice: TwoArmsChoice): TwoArmsBody | null {
  const arms = armsOf(choice);
  if (arms === null) return null;
  return { ...arms, pair_by: choice.pair, unit: choice.unit, across_models: false };
}

function armsOf({ by, date, client, a, b, handA, handB }: TwoArmsChoice): { a: ArmChoice; b: ArmChoice } | null {
  const own = client === "" ? {} : { client };
  if (by === "date")
    return /^\d{4}-\d{2}-\d{2}$/.test(date) ? { a: { ...own, before: date }, b: { ...own, from: date } } : null;
  if (by === "hand")
    return handA.length === 0 || handB.length === 0
      ? null
      : { a: { sessions: [...handA] }, b: { sessions: [...handB] } };
  return a === "" || b === "" || a === b ? null : { a: { [by]: a }, b: { [by]: b } };
}

/** Names of the two sides: a path's last folder, the client, the text, or before and since the day. */
export function armNames(
  { by, date, a, b }: TwoArmsChoice,
  say: Say = english,
): { readonly a: string; readonly b: string } {
  if (by === "date") return { a: say("before {date}", { date }), b: say("since {date}", { date }) };
  if (by === "hand") return { a: "A", b: "B" };
  return by === "folder" ? { a: lastFolder(a), b: lastFolder(b) } : { a, b };
}

export const lastFolder = (path: string): string => path.split(/[/\\]/).findLast((name) => name !== "") ?? path;
