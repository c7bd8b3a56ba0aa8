import type { Recipe } from "../../strategies/recipe/recipe";

/** The setting wanted in a client: a replayed policy, with sizes in prompt tokens. */
export type WantedSetting = {
  /**
   * Prompt tokens at which the policy runs; 0 for the strategy's own trigger, which only Winnow's recipe can express.
   */
  readonly trigger: number;
  /** Prompt tokens at which a run stops; null if the strategy decides. */
  readonly floor: number | null;
  readonly strategy: Recipe;
  /** The client's window in tokens; null if unknown. */
  readonly window: number | null;
};

/** What a strategy does, in terms of what client settings can express. */
export type SettingAction =
  /** A summary replaces older messages. */
  | { readonly kind: "fold" }
  /** Old tool outputs are cleared, except for the newest `keep`; null for the client's default. */
  | { readonly kind: "clear"; readonly keep: number | null }
  /** Anything else: only Winnow's recipe can express it. */
  | { readonly kind: "other" };

/** `at-trigger`: at a configurable size; `switch`: can only be turned on or off; `no`: no setting. */
type Ability = "at-trigger" | "switch" | "no";

/** What a person types, or why this client has no such setting. */
export type SettingAnswer =
  | {
      readonly text: string;
      /**
       * Prompt tokens at which the client then acts, never above the trigger; null if the client chooses the moment.
       */
      readonly fires: number | null;
      readonly note?: string;
      /** Where to type it, if not at `ClientSetting.place`. */
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

/** A client's compaction settings, from its documentation or source code on a given date. */
export type ClientSetting = {
  readonly id: string;
  readonly title: string;
  /** Values of `Session.client` for this client. */
  readonly sessionClients: readonly string[];
  readonly version: string;
  /** Unit of the setting. `free-tokens`: tokens left in the window. */
  readonly unit: "tokens" | "free-tokens" | "percent" | "fraction" | "none";
  /** The file, form or code where it is set. */
  readonly place: string;
  readonly key: string;
  /** What applies if nothing is set. */
  readonly default: string;
  readonly can: {
    readonly fold: Ability;
    readonly clear: Ability;
    readonly keepNewest: boolean;
    readonly floor: boolean;
  };
  readonly source: string;
  readonly readOn: string;
  /** Where these facts were found: a documentation page or source file. */
  readonly readIn: string;
  readonly fold: (wanted: WantedSetting) => SettingAnswer;
  readonly clear: (wanted: WantedSetting, keep: number | null) => SettingAnswer;
};
