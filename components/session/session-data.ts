import type { Kind } from "@/components/ui/content-kinds";
import type { Basis } from "@/components/ui/provenance-mark";
import type { RequestRow as Row } from "@/lib/view-models/request-rows";
import type { SessionSummary as Summary } from "@/lib/view-models/session-summary";

/* The JSON of the read routes as the session page uses it (api.md 4); the view models of lib produce it. */

export type RequestRow = Row;
export type RequestBreak = NonNullable<Row["break"]>;
export type SessionSummary = Summary;
export type SessionAgent = Summary["agents"][number];
export type Money = { amount: number; currency: string };

export type MessagePart = {
  id: string;
  kind: Kind;
  type: string;
  tool: string | null;
  path: string | null;
  command: string | null;
  is_error: boolean;
  tokens: number;
  basis: Basis;
  text: string;
  chars: number;
  truncated: boolean;
  /** Positions of requests within the agent; null = no request carried it. */
  first_request: number | null;
  last_request: number | null;
  requests_carried: number;
  carry_cost: Money | null;
  fate: "live" | "compacted" | "cleared" | string;
  fate_request: number | null;
};

export type MessageRow = {
  index: number;
  id: string;
  agent: string;
  role: string;
  origin: string;
  time: string | null;
  response_id: string | null;
  request: number | null;
  hidden: boolean;
  parts: MessagePart[];
};

export type MessagePage = { total: number; messages: MessageRow[]; next_from: number | null };

/** A compaction of the agent that is shown, as the page prepares it. `at` = position of the first request after it. */
export type CompactionFact = {
  at: number;
  before: number | null;
  after: number | null;
  trigger: string;
  time: string | null;
};
