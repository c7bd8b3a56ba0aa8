import type { Role } from "../../conversation/message";
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
 * One observation behind a finding. `lib/read-models/words` turns it into a sentence. `position`: the request's
 * position within its agent, from 0; a rule itself counts over all requests. `agent`: absent for the main one. `block`:
 * id of a prompt block; `sharedTokens`: tokens before it in both prompts.
 */
export type FindingEvidence =
  /** `difference`: null if the log does not contain both texts. */
  | {
      readonly id: "key-order" | "tool-redefined" | "front-changed";
      readonly position: number;
      readonly agent?: string;
      readonly block: string;
      readonly difference: TextDifference | null;
    }
  | {
      readonly id: "tools-reordered";
      readonly position: number;
      readonly agent?: string;
      readonly block: string;
      readonly count: number;
    }
  /** Tool blocks removed or added since the previous prompt; at least one in total. */
  | {
      readonly id: "tools-changed";
      readonly position: number;
      readonly agent?: string;
      readonly removed: readonly string[];
      readonly added: readonly string[];
    }
  /** `reminder`: the block's text, if it is a reminder. */
  | {
      readonly id: "block-moved";
      readonly position: number;
      readonly agent?: string;
      readonly block: string;
      readonly reminder: string | null;
      readonly change: Divergence["kind"];
      readonly sharedTokens: number;
    }
  | {
      readonly id: "message-edited";
      readonly position: number;
      readonly agent?: string;
      readonly block: Pick<DivergedBlock, "id" | "role">;
      readonly change: Divergence["kind"];
      readonly sharedTokens: number;
      readonly difference: TextDifference | null;
    }
  /** Of the `empty` unexplained reads of 0 tokens, `typed` follow a typed message. */
  | { readonly id: "empty-reads"; readonly typed: number; readonly empty: number }
  | { readonly id: "beyond-look-back"; readonly position: number; readonly agent?: string; readonly tokens: number }
  /** `tokens`: of the first such request. */
  | { readonly id: "below-minimum"; readonly requests: number; readonly tokens: number; readonly minimum: number }
  | { readonly id: "unread-writes"; readonly unread: number; readonly written: number }
  | { readonly id: "started-together"; readonly requests: number }
  | {
      readonly id: "tool-choice-changed";
      readonly position: number;
      readonly agent?: string;
      readonly before: ToolChoice;
      readonly after: ToolChoice;
    }
  /** How the requests' provider lets them limit the choice of tools. */
  | { readonly id: "masking"; readonly fact: MaskingFact }
  /**
   * Requests without a cache mark. `tokens`: the sum of what they repeat of their previous prompts. `isReported`: the
   * provider reports no read and no write.
   */
  | { readonly id: "nothing-marked"; readonly requests: number; readonly tokens: number; readonly isReported: boolean }
  /** `tokens`: of tools and system prompt at the first such request. */
  | {
      readonly id: "unmarked-head";
      readonly position: number;
      readonly agent?: string;
      readonly tokens: number;
      readonly requests: number;
    }
  /** `position`: the first of the `requests`. `wasDefined`: an earlier request of the session defined the tool. */
  | {
      readonly id: "undefined-tool";
      readonly position: number;
      readonly agent?: string;
      readonly tool: string;
      readonly requests: number;
      readonly wasDefined: boolean;
    }
  /**
   * `from`: position within its agent, from 0, of the request whose answer began the run; null if the log does not show
   * it.
   */
  | {
      readonly id: "alike-exchanges";
      readonly tool: string;
      readonly count: number;
      readonly agent: string;
      readonly from: number | null;
    }
  /**
   * The request with the largest share of images in its window, and the number of `requests` with a large share.
   * `tokens`: of its images, estimated from their pixels; `unknownSizes`: images without pixel sizes in the log.
   */
  | {
      readonly id: "image-share";
      readonly position: number;
      readonly agent?: string;
      readonly images: number;
      readonly unknownSizes: number;
      readonly tokens: number;
      readonly window: number;
      readonly requests: number;
    }
  /**
   * Results that occur twice in the prompts of `requests`. `results` and `tokens` are those of the request with the
   * most repeated tokens.
   */
  | {
      readonly id: "doubled-results";
      readonly position: number;
      readonly agent?: string;
      readonly results: number;
      readonly tokens: number;
      readonly requests: number;
    }
  /** Images of that request, by the tool that returned them. `tool`: null for images attached to a message. */
  | { readonly id: "image-source"; readonly tool: string | null; readonly images: number; readonly tokens: number }
  | {
      readonly id: "volatile-text";
      readonly what: VolatileText;
      readonly role: Role;
      /** Line number, from 1. */
      readonly line: number;
      readonly quote: string;
    };
