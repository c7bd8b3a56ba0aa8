import type { InsertEdit } from "../../conversation/edit";
import type { JsonValue } from "../../conversation/part";
import { type ItemProvider, type ItemRequest, PENDING_ITEM } from "../grammar/item-maker";
import { NOTHING, type Outcome, type Procedure } from "../grammar/procedure";
import { atomTarget, type Selector } from "../grammar/selectors";
import type { View } from "../grammar/view";
import { freeId } from "./fold";
import { atomsBefore, cutBy } from "./fold-cuts";
import { safePlace } from "./safe-place";

const NOBODY = "only a provider can make a compaction item, and this run can ask none";

export type ItemOptions = {
  readonly id: string;
  /** The provider of the wanted items. */
  readonly provider?: ItemProvider;
  readonly instructions: string;
  readonly maxTokens: number;
};

/**
 * Has a provider compact the history, and inserts its item in place of what it was shown. OpenAI's endpoint returns
 * typed messages verbatim, followed by its item. Anthropic's item is the first block of the history. The outcome is
 * `unavailable`, with a reason, if no provider can be asked.
 */
export function compactByProvider(options: ItemOptions): Procedure {
  return (view) => {
    const maker = view.environment.summaries?.items ?? { reason: NOBODY };
    if ("reason" in maker) return unavailable(maker.reason);
    const { provider } = maker;
    if (options.provider !== undefined && options.provider !== provider)
      return unavailable(`the model that is set up is ${provider}'s, and this takes an item of ${options.provider}`);
    const cut = cutBy(options.id, selectShown(provider))(view);
    const dropped = cut.edits.flatMap((edit) => (edit.op === "drop" ? edit.targets : []));
    if (dropped.length === 0) return NOTHING;
    const answer = maker.make(requestOf(options, provider, dropped, view));
    if (!answer.ok)
      return answer.code === "item-not-configured" ? unavailable(answer.message) : refused("failed", answer);
    return withItem(options.id, cut, itemEdit(options.id, provider, dropped, answer.value, view));
  };
}

/** True if the answer is still pending, so this run asks for nothing else. */
export const isPending = ({ warnings }: Outcome): boolean => warnings.some(({ code }) => code === PENDING_ITEM);

/** Drops what the model has read. Typed messages stay for OpenAI, because its endpoint returns them unchanged. */
const selectShown =
  (provider: ItemProvider): Selector =>
  (view) =>
    atomsBefore(view, tailStart(view)).flatMap((atom) =>
      provider === "openai" && atom.kind === "user" ? [] : [atomTarget(atom, "in-provider-item")],
    );

/** Index of the first message the model has not answered: a new prompt, unread results, unanswered calls. */
function tailStart(view: View): number {
  const { messages } = view.conversation;
  const answered = messages.findLastIndex(({ role }) => role === "assistant");
  const open = view
    .pairs()
    .openCalls.map(({ messageIndex }) => messageIndex)
    .filter((index) => index === answered);
  const unread = view.atoms().filter(({ kind, end }) => kind !== "system" && end > answered);
  return Math.min(messages.length, ...open, ...unread.map(({ start }) => start));
}

function requestOf(
  { instructions, maxTokens: own }: ItemOptions,
  provider: ItemProvider,
  dropped: readonly string[],
  view: View,
): ItemRequest {
  const { tools, messages } = view.conversation;
  const { summaries } = view.environment;
  const maxTokens = Math.min(own, summaries?.maxTokens ?? own);
  const wanted = [instructions, summaries?.instructions].filter((text) => text).join("\n") || null;
  return {
    key: JSON.stringify(["item", provider, dropped, wanted, maxTokens]),
    provider,
    conversation: { tools, messages: messages.slice(0, lastIndexOf(dropped, view) + 1) },
    instructions: wanted,
    maxTokens,
  };
}

function lastIndexOf(partIds: readonly string[], view: View): number {
  return partIds.reduce((last, id) => Math.max(last, view.entry(id)?.messageIndex ?? 0), 0);
}

function itemEdit(
  step: string,
  provider: ItemProvider,
  dropped: readonly string[],
  value: JsonValue,
  view: View,
): InsertEdit {
  const wanted = provider === "anthropic" ? 0 : lastIndexOf(dropped, view) + 1;
  const gone = new Set(dropped);
  const before = view.conversation.messages[safePlace(wanted, (partId) => gone.has(partId), view) - 1];
  const id = freeId(`item-${step}`, view);
  const message = {
    id,
    role: "assistant",
    parts: [{ id: `${id}.0`, type: "opaque", provider, value }],
  } as const;
  return {
    op: "insert",
    targets: dropped,
    message,
    after: before?.id ?? null,
    reason: "provider-item",
    step,
    tokensBefore: 0,
    tokensAfter: view.environment.tokensOf(message),
    reversible: true,
  };
}

function withItem(id: string, cut: Outcome, edit: InsertEdit): Outcome {
  const saved = cut.edits.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0);
  if (edit.tokensAfter >= saved) {
    const message = `the item takes ${edit.tokensAfter} tokens by our count and would replace ${saved}`;
    return refused("noop", { code: "item-grew", message });
  }
  const before = cut.steps.at(-1)?.after ?? 0;
  const report = { id: `${id}-item`, before, after: before + edit.tokensAfter, edits: 1 };
  return { ...cut, edits: [...cut.edits, edit], steps: [...cut.steps, report] };
}

const unavailable = (message: string): Outcome => refused("unavailable", { code: "no-compaction-item", message });

const refused = (status: Outcome["status"], { code, message }: { code: string; message: string }): Outcome => ({
  ...NOTHING,
  status,
  warnings: [{ code, message }],
});
