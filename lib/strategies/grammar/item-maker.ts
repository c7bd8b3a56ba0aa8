import type { Conversation } from "../../conversation/message";
import type { JsonValue, Provider } from "../../conversation/part";
import type { ModelCall } from "./summariser";

/** Providers with compaction items that only they can read. */
export type ItemProvider = Extract<Provider, "openai" | "anthropic">;

export type ItemRequest = {
  /** Equal requests about one conversation have equal keys. */
  readonly key: string;
  readonly provider: ItemProvider;
  readonly conversation: Conversation;
  readonly instructions: string | null;
  /** Maximum output tokens for writing the item. */
  readonly maxTokens: number;
};

/** `value`: the item in the provider's wire format. Code `item-not-configured`: no provider is configured. */
export type ItemAnswer =
  | { readonly ok: true; readonly value: JsonValue; readonly calls?: readonly ModelCall[] }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly calls?: readonly ModelCall[] };

/** Who makes the items of a call, or the `reason` why nobody can. Synchronous, like a `Summariser`. */
export type ItemMaker =
  | { readonly provider: ItemProvider; readonly make: (request: ItemRequest) => ItemAnswer }
  | { readonly reason: string };

/** Like `supplied` for models: returns known answers and reports the missing ones. */
export function suppliedItems(
  provider: ItemProvider,
  known: ReadonlyMap<string, ItemAnswer>,
  report: (request: ItemRequest) => void,
): ItemMaker {
  return {
    provider,
    make: (request) => {
      const answer = known.get(request.key);
      if (answer) return answer;
      report(request);
      return { ok: false, code: PENDING_ITEM, message: "the item is still to be made" };
    },
  };
}

export const PENDING_ITEM = "item-pending";
