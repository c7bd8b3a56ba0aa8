import type { ToolChoice } from "../../requests/tool-choice";
import type { DivergedBlock, Divergence } from "../divergence";
import type { MaskingFact } from "../masking-facts";
import type { TextDifference } from "../text-difference";

/** Kinds of text that change from one request, day or machine to the next. */
export type VolatileText =
  | "timestamp"
  | "clock-time"
  | "date"
  | "uuid"
  | "session-or-request-id"
  | "git-state"
  | "status-line";

/**
 * One observation behind a finding. `lib/read-models/words` turns it into a sentence. `position` is that of the request
 * in the session, from 0; `block` the id of a prompt block; `sharedTokens` the tokens that both prompts have before it.
 */
export type FindingEvidence =
  /** `difference`: null if the log does not hold both texts. */
  | {
      readonly id: "key-order" | "tool-redefined" | "front-changed";
      readonly position: number;
      readonly block: string;
      readonly difference: TextDifference | null;
    }
  | { readonly id: "tools-reordered"; readonly position: number; readonly block: string; readonly count: number }
  /** Blocks of the tools that the prompt before had, or has not had; at least one in all. */
  | {
      readonly id: "tools-changed";
      readonly position: number;
      readonly removed: readonly string[];
      readonly added: readonly string[];
    }
  /** `reminder`: the text of the block, if it is a reminder. */
  | {
      readonly id: "block-moved";
      readonly position: number;
      readonly block: string;
      readonly reminder: string | null;
      readonly change: Divergence["kind"];
      readonly sharedTokens: number;
    }
  | {
      readonly id: "message-edited";
      readonly position: number;
      readonly block: Pick<DivergedBlock, "id" | "role">;
      readonly change: Divergence["kind"];
      readonly sharedTokens: number;
      readonly difference: TextDifference | null;
    }
  /** `typed` of the `empty` unexplained reads of 0 tokens follow a typed message. */
  | { readonly id: "empty-reads"; readonly typed: number; readonly empty: number }
  | { readonly id: "beyond-look-back"; readonly position: number; readonly tokens: number }
  /** `tokens`: those of the first such request. */
  | { readonly id: "below-minimum"; readonly requests: number; readonly tokens: number; readonly minimum: number }
  | { readonly id: "unread-writes"; readonly unread: number; readonly written: number }
  | { readonly id: "started-together"; readonly requests: number }
  | {
      readonly id: "tool-choice-changed";
      readonly position: number;
      readonly before: ToolChoice;
      readonly after: ToolChoice;
    }
  /** How the provider of the requests lets the choice of tools be limited. */
  | { readonly id: "masking"; readonly fact: MaskingFact }
  /**
   * Requests without a cache mark that repeat `tokens` in all of the prompts before them. `isReported`: their provider says that it
   * read and wrote nothing.
   */
  | { readonly id: "nothing-marked"; readonly requests: number; readonly tokens: number; readonly isReported: boolean }
  /** `tokens`: of tools and system prompt at the first such request. */
  | { readonly id: "unmarked-head"; readonly position: number; readonly tokens: number; readonly requests: number }
  /** `position`: the first of the `requests`. `wasDefined`: an earlier request of the session defined the tool. */
  | {
      readonly id: "undefined-tool";
      readonly position: number;
      readonly tool: string;
      readonly requests: number;
      readonly wasDefined: boolean;
    }
  /** `from`: position of the request whose answer began it; null if the log does not say. */
  | { readonly id: "alike-exchanges"; readonly tool: string; readonly count: number; readonly from: number | null }
  /**
   * The request whose window images fill most, and in how many `requests` they take much of it. `tokens`: of its images, estimated
   * from their pixels; `unknownSizes`: images whose pixels the log does not hold.
   */
  | {
      readonly id: "image-share";
      readonly position: number;
      readonly images: number;
      readonly unknownSizes: number;
      readonly tokens: number;
      readonly window: number;
      readonly requests: number;
    }
  /** Results that stand twice in the prompts of `requests`; `results` and `tokens`: those of the request that has most. */
  | {
      readonly id: "doubled-results";
      readonly position: number;
      readonly results: number;
      readonly tokens: number;
      readonly requests: number;
    }
  /** Images of that request by the tool that gave them; `tool`: null for those that were attached to a message. */
  | { readonly id: "image-source"; readonly tool: string | null; readonly images: number; readonly tokens: number }
  | {
      readonly id: "volatile-text";
      readonly what: VolatileText;
      readonly role: string;
      /** From 1. */
      readonly line: number;
      readonly quote: string;
    };
