import type { Conversation } from "../../conversation/message";
import type { JsonValue, Provider } from "../../conversation/part";
import type { ModelCall } from "./summariser";

/** Providers that make compaction items, which only they can read. */
export type ItemProvider = Extract<Provider, "openai" | "anthropic">;

/** What a provider has to put into one item: everything up to the newest exchange or prompt, unchanged. */
export type ItemRequest = {
  /** Equal questions about one conversation have equal keys. */
  readonly key: string;
  readonly provider: ItemProvider;
  readonly conversation: Conversation;
  readonly instructions: string | null;
  /** Tokens that the item may take to write. */
  readonly maxTokens: number;
};

/** `value` is the item in the provider's own wire format. Code `item-not-configured`: no provider is configured. */
export type ItemAnswer =
  | { readonly ok: true; readonly value: JsonValue; readonly calls?: readonly ModelCall[] }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly calls?: readonly ModelCall[] };

/** Who makes the items of one call, or a `reason` why nobody can. Synchronous, like a `Summariser`. */
export type ItemMaker =
  | { readonly provider: ItemProvider; readonly make: (request: ItemRequest) => ItemAnswer }
  | { readonly reason: string };

/** The bridge to providers, as `supplied` is to models: gives known answers and reports the missing ones. */
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
