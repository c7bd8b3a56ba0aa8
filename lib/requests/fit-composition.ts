import { apportion } from "../ledger/apportion";
import { CONTENT_KINDS, type ContentKind } from "../ledger/content-kind";

export type FittedComposition = { readonly tokens: number; readonly composition: Record<ContentKind, number> };

/**
 * Makes the visible tokens by kind sum to the prompt: `unseen` takes what remains of a reported total; where more is
 * visible than was reported, the visible is scaled down (an estimate was too high), never `unseen` below zero.
 * Without a reported total the prompt is what is visible and the unseen head that the agent's last report showed.
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
