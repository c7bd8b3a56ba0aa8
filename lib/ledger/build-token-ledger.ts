import type { ToolDefinition } from "../conversation/message";
import type { Part, ToolCallPart, ToolResultPart } from "../conversation/part";
import type { TokenBasis, Tokenizer } from "../tokenizers/tokenizer";
import { callFacts } from "../tools/call-facts";
import type { Session, SessionMessage } from "../transcript/session";
import { type AgentThread, agentThreads } from "./agent-threads";
import { type AnchoredPart, anchorStep } from "./anchor-step";
import {
  fitScales,
  isAccountable,
  type MeasuredStep,
  measureResidual,
  type Residual,
  type TranscriptScales,
  weightedMedian,
} from "./calibration";
import type { ContentKind } from "./content-kind";
import { estimatePart, type PartEstimate } from "./estimate-part";
import { assessOutputs, type OutputPlausibility } from "./output-plausibility";
import { type PromptStep, promptSteps } from "./prompt-steps";
import { reportedReasoning } from "./reported-reasoning";

type PartTokens = {
  readonly kind: ContentKind;
  readonly tokens: number;
  readonly basis: TokenBasis;
  /** The count of the local tokenizer before any calibration. */
  readonly estimate: number;
};

/** Tokens of every part of a session, each with its basis, which is always shown. */
export type TokenLedger = {
  readonly tokenizer: { readonly id: string; readonly basis: "exact" | "estimated" };
  readonly parts: ReadonlyMap<string, PartTokens>;
  /** Tokens of the tool definitions, if the log contains them. They are sent with the main agent's prompts. */
  readonly tools: { readonly tokens: number; readonly basis: TokenBasis };
  /** Tokens of the texts in `Session.captured`, by index. `parts` has those of an agent's parts. */
  readonly captured: readonly number[];
  /** Reported tokens per estimated token, by model. */
  readonly scales: ReadonlyMap<string, number>;
  readonly residual: Residual;
  readonly outputs: OutputPlausibility;
  /** How each request's prompt follows from the previous one. Used by `reconstructRequests`. */
  readonly steps: readonly PromptStep[];
  readonly threads: ReadonlyMap<string, AgentThread>;
};

/**
 * Counts every part locally and anchors the counts to reported prompt totals. What was appended between two requests of
 * a chain then sums exactly to the growth of the prompt. Linear in parts + requests.
 */
export function buildTokenLedger(session: Session, tokenizer: Tokenizer): TokenLedger {
  const threads = agentThreads(session);
  const drafts = promptSteps(session, threads);
  const measure = (of: Estimates) => drafts.flatMap((step) => measureStep(step, threads, of));
  const bare = estimateParts(session, tokenizer);
  const framed = withFrames(bare);
  const estimates = hasFrames(measure(framed), measure(bare)) ? framed : bare;
  const grown = measure(estimates);
  const isExact = tokenizer.basis === "exact" && isCountedExactly(grown);
  const scales = fitScales(grown);
  const measured = grown.filter((step) => isAccountable(step, scales));
  const outputs = assessOutputs(session);
  const tools = countTools(session, tokenizer, isExact ? null : scales);
  const anchored = tokenizer.basis === "exact" ? new Map() : anchorAll(session, measured, threads, estimates, outputs);
  const parts = settleParts(session, estimates, anchored, isExact ? null : scales);
  return {
    tokenizer: { id: tokenizer.id, basis: isExact ? "exact" : "estimated" },
    parts,
    tools,
    captured: countCaptured(session, parts, tokenizer, isExact ? null : scales),
    scales: scales.byModel,
    residual: measureResidual(measured, grown.length - measured.length),
    outputs,
    steps: settleSteps(drafts, measured),
    threads,
  };
}

/** A step whose visible parts cannot account for its growth anchors nothing. The difference goes to `unseen`. */
function settleSteps(drafts: readonly PromptStep[], measured: readonly MeasuredStep[]): PromptStep[] {
  const accountable = new Set(measured.map((step) => step.request));
  return drafts.map((step) =>
    step.kind === "append" && !accountable.has(step.request) ? { ...step, kind: "re-anchor", delta: null } : step,
  );
}

type KindEstimate = PartEstimate & { readonly kind: ContentKind };
type Estimates = ReadonlyMap<string, KindEstimate>;

function estimateParts(session: Session, tokenizer: Tokenizer): Estimates {
  const calls = new Map<string, ToolCallPart>();
  const estimates = new Map<string, KindEstimate>();
  for (const message of session.messages)
    for (const part of message.parts) {
      if (part.type === "tool-call") calls.set(part.toolCallId, part);
      const kind = kindOf(part, message, (callId) => calls.get(callId), session.tools);
      estimates.set(part.id, { kind, ...estimatePart(part, tokenizer) });
    }
  for (const [id, estimate] of reportedReasoning(session, tokenizer))
    estimates.set(id, { kind: "reasoning", ...estimate });
  return estimates;
}

const withFrames = (estimates: Estimates): Estimates =>
  new Map([...estimates].map(([id, one]) => [id, { ...one, fixed: one.fixed + one.frame }] as const));

/** The messages that a step appends: the previous answer and the new input. */
export const appendedMessages = (step: PromptStep, thread: AgentThread | undefined): readonly SessionMessage[] =>
  thread?.messages.slice(step.newFrom, step.end) ?? [];

function measureStep(
  step: PromptStep,
  threads: ReadonlyMap<string, AgentThread>,
  estimates: Estimates,
): MeasuredStep[] {
  if (step.kind !== "append" || step.delta === null) return [];
  let text = 0;
  let fixed = 0;
  for (const message of appendedMessages(step, threads.get(step.agent)))
    for (const part of message.parts) {
      text += estimates.get(part.id)?.text ?? 0;
      fixed += estimates.get(part.id)?.fixed ?? 0;
    }
  return [{ text, fixed, ...step, kind: "append", delta: step.delta }];
}

function anchorAll(
  session: Session,
  steps: readonly MeasuredStep[],
  threads: ReadonlyMap<string, AgentThread>,
  estimates: Estimates,
  outputs: OutputPlausibility,
): Map<string, number> {
  const anchored = new Map<string, number>();
  for (const step of steps) {
    const answer = step.previous === null ? undefined : session.responses[step.previous];
    const isTrusted = step.previous !== null && !outputs.floors.has(step.previous);
    const output = isTrusted ? (answer?.usage?.output ?? null) : null;
    const parts = appendedMessages(step, threads.get(step.agent)).flatMap((message) =>
      message.parts.map((part): AnchoredPart => {
        const { text = 0, fixed = 0 } = estimates.get(part.id) ?? {};
        return { id: part.id, text, fixed, isAnswer: message.responseId === answer?.id && answer !== undefined };
      }),
    );
    for (const [id, tokens] of anchorStep(step.delta, parts, output)) anchored.set(id, tokens);
  }
  return anchored;
}

/** The anchored count if a step has one. Otherwise the estimate, scaled for this transcript unless it is exact. */
function settleParts(
  session: Session,
  estimates: Estimates,
  anchored: ReadonlyMap<string, number>,
  scales: TranscriptScales | null,
): Map<string, PartTokens> {
  const parts = new Map<string, PartTokens>();
  const models = modelOfAgents(session);
  for (const message of session.messages)
    for (const part of message.parts) {
      const { kind, text, fixed } = estimates.get(part.id) as KindEstimate;
      const estimate = text + fixed;
      const tokens = anchored.get(part.id);
      const scale = scales === null ? 1 : scales.of(models.get(message.agent) ?? null);
      const local = {
        tokens: Math.round(text * scale) + fixed,
        basis: scales === null && fixed === 0 ? "exact" : "estimated",
      } as const;
      parts.set(part.id, { kind, estimate, ...(tokens === undefined ? local : { tokens, basis: "anchored" }) });
    }
  return parts;
}

/** Each agent's last model, whose scale applies to the agent's parts without an anchored count. */
function modelOfAgents(session: Session): Map<string, string | null> {
  return new Map(session.responses.map((response) => [response.agent, response.model] as const));
}

/**
 * A text without a part is scaled like a part without an anchored count, so that blocks of both share a prompt fairly.
 */
function countCaptured(
  { captured, responses }: Session,
  parts: ReadonlyMap<string, PartTokens>,
  tokenizer: Tokenizer,
  scales: TranscriptScales | null,
): number[] {
  const model = responses.findLast(({ agent }) => agent === "main")?.model ?? null;
  const scale = scales === null ? 1 : scales.of(model);
  return (captured?.texts ?? []).map((entry) =>
    "part" in entry ? (parts.get(entry.part)?.tokens ?? 1) : Math.round(tokenizer.count(entry.text) * scale),
  );
}

function countTools(session: Session, tokenizer: Tokenizer, scales: TranscriptScales | null): TokenLedger["tools"] {
  const estimate = session.tools.reduce((sum, tool) => sum + tokenizer.count(JSON.stringify(tool)), 0);
  const model = session.responses[0]?.model ?? null;
  const scale = scales === null ? 1 : scales.of(model);
  return { tokens: Math.round(estimate * scale), basis: "estimated" };
}

/** A part's kind. `callOf` finds the call of a result, which shows what the result contains. */
export function kindOf(
  part: Part,
  message: SessionMessage,
  callOf: (callId: string) => ToolCallPart | undefined,
  tools: readonly ToolDefinition[],
): ContentKind {
  switch (part.type) {
    case "reasoning":
      return "reasoning";
    case "tool-call":
      return "tool_call";
    case "tool-result":
      return showsFile(part, callOf(part.toolCallId), tools) ? "file" : "tool_result";
    case "file":
      return message.role === "assistant" ? "assistant" : "file";
    case "text":
    case "opaque":
      return kindOfText(message);
    default:
      return part satisfies never;
  }
}

/** A result without its call is judged only by its tool's name. */
const showsFile = ({ toolName }: ToolResultPart, call: ToolCallPart | undefined, tools: readonly ToolDefinition[]) =>
  call ? callFacts(call, tools).showsFile : toolName !== undefined && callFacts({ toolName, input: null }).showsFile;

function kindOfText(message: SessionMessage): ContentKind {
  if (message.origin === "summary") return "summary";
  if (message.role === "assistant") return "assistant";
  if (message.role === "tool") return "tool_result";
  // What the client injects (reminders, command output, hooks) is in user messages, but is not the user's.
  return message.role === "system" || message.origin === "system" || message.origin === "client" ? "system" : "user";
}

/** Fewer steps of prompt growth prove nothing. */
const LEAST_STEPS = 3;
/** One way of counting replaces another only if its error is below this share of the other's. */
const CLEARLY_BETTER = 0.5;
/** If exact counts have a typical error below this, the provider counts with the same tokenizer. */
const NEAR = 0.05;

const UNSCALED: TranscriptScales = { byModel: new Map(), of: () => 1 };

/**
 * True if the reported prompts include the frames that this model family usually has around calls and results. A
 * gateway or local server may count only the texts. `framed` and `bare`: the same steps with and without frames.
 */
function hasFrames(framed: readonly MeasuredStep[], bare: readonly MeasuredStep[]): boolean {
  return bare.length < LEAST_STEPS || sumOfErrors(bare) >= CLEARLY_BETTER * sumOfErrors(framed);
}

function sumOfErrors(steps: readonly MeasuredStep[]): number {
  const scales = fitScales(steps);
  return steps.reduce((sum, step) => sum + errorOf(step, scales), 0);
}

/**
 * True if the provider counts its reported prompts with this tokenizer. Otherwise the difference between its totals and
 * Winnow's counts comes from the tokenizers, not from unlogged content.
 */
function isCountedExactly(steps: readonly MeasuredStep[]): boolean {
  const unscaled = typicalError(steps, UNSCALED);
  const isNear = steps.length < LEAST_STEPS || unscaled < NEAR;
  return isNear || typicalError(steps, fitScales(steps)) >= CLEARLY_BETTER * unscaled;
}

/** Error per token of growth. A median, because some steps contain much unlogged text that the client added. */
function typicalError(steps: readonly MeasuredStep[], scales: TranscriptScales): number {
  const shares = steps.map((step) => ({ value: errorOf(step, scales) / step.delta, weight: step.delta }));
  return weightedMedian(shares) ?? 0;
}

const errorOf = ({ model, text, fixed, delta }: MeasuredStep, scales: TranscriptScales): number =>
  Math.abs(scales.of(model) * text + fixed - delta);
