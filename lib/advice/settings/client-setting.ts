import type { Recipe } from "../../strategies/recipe/recipe";

/** What should be typed into a client: a policy of a replay, in tokens of the prompt. */
export type WantedSetting = {
  /** Prompt tokens at which the policy runs; 0: at the strategy's own trigger, which only Winnow's own recipe can say. */
  readonly trigger: number;
  /** Prompt tokens at which a run stops; null: if the strategy itself stops. */
  readonly floor: number | null;
  readonly strategy: Recipe;
  /** Tokens of the window that this client works with; null: unknown. */
  readonly window: number | null;
};

/** What a strategy does, in the words that clients have settings for. */
export type SettingAction =
  /** A summary replaces older messages. */
  | { readonly kind: "fold" }
  /** Old tool outputs are cleared; `keep` of the newest stay, null: as many as the client itself keeps. */
  | { readonly kind: "clear"; readonly keep: number | null }
  /** Anything else: only Winnow's own recipe says it. */
  | { readonly kind: "other" };

/** `at-trigger`: at a size that can be set; `switch`: only on or off; `no`: no setting. */
type Ability = "at-trigger" | "switch" | "no";

/** What a person types, or why this client has no such setting. */
export type SettingAnswer =
  | {
      readonly text: string;
      /** Prompt tokens at which the client then runs, never above the trigger; null: the client chooses the moment. */
      readonly fires: number | null;
      readonly note?: string;
      /** Where it is typed, if not at the row's place. */
      readonly place?: string;
    }
  | { readonly cannot: CannotCode; readonly why: string };

export type CannotCode =
  | "unknown-client"
  | "no-threshold"
  | "no-such-action"
  | "later-than-possible"
  | "earlier-than-possible"
  | "window-unknown";

/** One client's settings for compaction, as its documentation or source said on a day. */
export type ClientSetting = {
  readonly id: string;
  readonly title: string;
  /** Values of `Session.client` that mean this client. */
  readonly sessionClients: readonly string[];
  readonly version: string;
  /** What the number of the setting counts. `free-tokens` are those left in the window. */
  readonly unit: "tokens" | "free-tokens" | "percent" | "fraction" | "none";
  /** File, form or code into which it is typed. */
  readonly place: string;
  readonly key: string;
  /** What holds when nothing is typed. */
  readonly default: string;
  readonly can: {
    readonly fold: Ability;
    readonly clear: Ability;
    readonly keepNewest: boolean;
    readonly floor: boolean;
  };
  readonly source: string;
  readonly readOn: string;
  /** The text in which it was read. */
  readonly readIn: string;
  readonly fold: (wanted: WantedSetting) => SettingAnswer;
  readonly clear: (wanted: WantedSetting, keep: number | null) => SettingAnswer;
};
