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
  | "cold-fan-out";

/** Something about a session that costs cache reads, and what to change. */
export type CacheFinding = {
  readonly id: FindingId;
  /** `loss`: it happened, and cost this. `risk`: it can break the prefix; nothing in the log shows that it did. */
  readonly kind: "loss" | "risk";
  /** Positions of the requests concerned. */
  readonly requests: readonly number[];
  readonly lostTokens: number;
  /** Money that the advice would have saved; null without a price. */
  readonly lostCost: Money | null;
  readonly evidence: readonly FindingEvidence[];
};

/** All that a rule may look at. `session`, `calls` and `report` are null for captured bodies alone. */
export type FindingContext = {
  readonly requests: readonly CacheRequest[];
  readonly textOf: TextOf;
  readonly modelOf: (model: string | null) => ModelInfo | null;
  readonly session: Session | null;
  readonly calls: readonly ModelRequest[];
  readonly report: CacheReport | null;
};

export type FindingRule = (context: FindingContext) => CacheFinding | null;
