import type { ModelInfo } from "../../models/model-info";
import type { ModelRequest } from "../../requests/reconstruct-requests";
import type { Session } from "../../transcript/session";
import type { CacheReport } from "../cache-break";
import type { CacheRequest } from "../cache-request";
import type { TextOf } from "../divergence";
import type { Money } from "../money";
import type { FindingEvidence } from "./finding-evidence";

export type FindingId =
  | "volatile-front"
  | "head-per-turn"
  | "tool-churn"
  | "moved-block"
  | "key-order"
  | "history-edit"
  | "lookback-overflow"
  | "below-minimum"
  | "unread-writes"
  | "cold-fan-out"
  | "tool-choice"
  | "unmarked-head"
  | "nothing-marked"
  | "undefined-tools"
  | "alike-exchanges"
  | "image-share"
  | "doubled-results";

/** A pattern in a session that costs cache reads or misleads the model, and that can be changed. */
export type CacheFinding = {
  readonly id: FindingId;
  /** `loss`: it happened and cost this much. `risk`: it could do harm, but nothing in the log shows that it did. */
  readonly kind: "loss" | "risk";
  readonly requests: readonly number[];
  readonly lostTokens: number;
  /** Money that following the advice would have saved; null without a price. */
  readonly lostCost: Money | null;
  readonly evidence: readonly FindingEvidence[];
};

/**
 * The input of a rule. Without a session (captured bodies only), `session` and `report` are null and `calls` is empty.
 */
export type FindingContext = {
  readonly requests: readonly CacheRequest[];
  readonly textOf: TextOf;
  readonly modelOf: (model: string | null) => ModelInfo | null;
  readonly session: Session | null;
  readonly calls: readonly ModelRequest[];
  readonly report: CacheReport | null;
};

export type FindingRule = (context: FindingContext) => CacheFinding | null;
