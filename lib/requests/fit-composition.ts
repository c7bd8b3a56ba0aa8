import { apportion } from "../ledger/apportion";
import { CONTENT_KINDS, type ContentKind } from "../ledger/content-kind";

export type FittedComposition = { readonly tokens: number; readonly composition: Record<ContentKind, number> };

/**
 * Makes the visible tokens by kind sum to the prompt. The rest of a reported total goes to `unseen`. Where more is visible
 * than was reported, the visible kinds are scaled down (an estimate was too high), so that `unseen` is never negative.
 * Without a reported total the prompt is what is visible plus `unseen` of the agent's last report.
 */
export function fitComposition(
  visible: Readonly<Record<ContentKind, number>>,
  reported: number | null,
  lastUnseen: number,
): FittedComposition {
  const sum = CONTENT_KINDS.reduce((all, kind) => all + visible[kind], 0);
  const tokens = reported ?? sum + lastUnseen;
  if (sum <= tokens) return { tokens, composition: { ...visible, unseen: visible.unseen + tokens - sum } };
  const shares = apportion(
    tokens,
    CONTENT_KINDS.map((kind) => visible[kind]),
  );
  const scaled = CONTENT_KINDS.map((kind, index) => [kind, shares[index] as number] as const);
  return { tokens, composition: Object.fromEntries(scaled) as Record<ContentKind, number> };
}
