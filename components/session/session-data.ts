import type { MessageRow as Message } from "@/lib/api/schemas/message-row";
import type { RequestRow as Row } from "@/lib/api/schemas/request-row";
import type { SessionSummary as Summary } from "@/lib/api/schemas/session";
import type { CompactionRow } from "@/lib/view-models/compactions";
import type { PromptRow } from "@/lib/view-models/prompt-rows";

/* The JSON of the read routes as the session page uses it; the view models of lib produce it. */

export type RequestRow = Row;
export type RequestBreak = NonNullable<Row["break"]>;
export type SessionSummary = Summary;
export type SessionAgent = Summary["agents"][number];
export type Money = { amount: number; currency: string };

export type MessageRow = Message;
export type MessagePart = Message["parts"][number];

export type MessagePage = { total: number; messages: MessageRow[]; next_from: number | null };

export type CompactionFact = CompactionRow;
export type Prompt = PromptRow;
