import { apportion } from "../ledger/apportion";
import { CONTENT_KINDS, type ContentKind } from "../ledger/content-kind";
import type { ExactSums } from "./captured-sums";

export type FittedComposition = { readonly tokens: number; readonly composition: Record<ContentKind, number> };

type Sums = Readonly<Record<ContentKind, number>>;

/**
 * Makes the visible tokens by kind sum to the prompt. The rest of a reported total goes to `unseen`. Where more is visible
 * than was reported, the visible kinds are scaled down (an estimate was too high), so that `unseen` is never negative.
 * Without a reported total the prompt is what is visible plus `unseen` of the agent's last report.
 */
export function fitComposition(visible: Sums, reported: number | null, lastUnseen: number): FittedComposition {
  const sum = sumOf(visible);
  const tokens = reported ?? sum + lastUnseen;
  if (sum <= tokens) return { tokens, composition: { ...visible, unseen: visible.unseen + tokens - sum } };
  return { tokens, composition: scaled(visible, tokens) };
}

/** A local count is wrong by less than this factor; beyond it, something was sent that the request as logged does not hold. */
const MOST = 2;

/**
 * The same for a prompt that the log holds as it was sent. Nothing of it is unknown, so any difference from the reported
 * total is an error of our counts: the counted kinds are scaled up or down to match.
 */
export function fitExact({ anchored, counted }: ExactSums, reported: number | null): FittedComposition {
  const [fixed, free] = [sumOf(anchored), sumOf(counted)];
  const room = reported === null ? free : reported - fixed;
  if (room < 0) return { tokens: reported as number, composition: scaled(plus(anchored, counted), reported as number) };
  const share = scaled(counted, Math.min(room, Math.floor(free * MOST)));
  const composition = plus(anchored, share);
  const rest = fixed + room - sumOf(composition);
  return { tokens: fixed + room, composition: { ...composition, unseen: composition.unseen + rest } };
}

const sumOf = (sums: Sums): number => CONTENT_KINDS.reduce((all, kind) => all + sums[kind], 0);

function scaled(sums: Sums, tokens: number): Record<ContentKind, number> {
  const shares = apportion(
    tokens,
    CONTENT_KINDS.map((kind) => sums[kind]),
  );
  return byKind((_, index) => shares[index] as number);
}

const plus = (one: Sums, other: Sums): Record<ContentKind, number> => byKind((kind) => one[kind] + other[kind]);

const byKind = (tokensOf: (kind: ContentKind, index: number) => number): Record<ContentKind, number> =>
  Object.fromEntries(CONTENT_KINDS.map((kind, index) => [kind, tokensOf(kind, index)])) as Record<ContentKind, number>;
