import { ok, type Result } from "../../conversation/errors";
import type { Message, Role } from "../../conversation/message";
import type { Part } from "../../conversation/part";
import { type Decoded, invalidBody } from "../codec";
import { asArray, asObject, asString, type JsonObject } from "../json-fields";
import type { WireMessage } from "../wire-context";
import { contentPart } from "./content-parts";
import { readUiTool } from "./ui-tool-part";

const ROLES: readonly string[] = ["system", "user", "assistant"];

/**
 * Decodes `UIMessage[]`. One assistant message can contain many steps, each an answer with its calls and their results.
 * Every step becomes an assistant message and a tool message, as the SDK itself sends them. Parts that are only for
 * display (sources, data, step marks) are not sent; the wire context keeps them.
 */
export function decodeUiMessages(body: unknown, list: readonly unknown[]): Result<Decoded> {
  const root = Array.isArray(body) ? "$" : "$.messages";
  const messages: Message[] = [];
  const wire = new Map<string, WireMessage>();
  for (const [index, value] of list.entries()) {
    const raw = asObject(value);
    const role = asString(raw?.role);
    if (!raw || role === null || !ROLES.includes(role))
      return invalidBody("role must be system, user or assistant.", `${root}[${index}].role`);
    const parts = asArray(raw.parts);
    if (!parts) return invalidBody("A UI message must have a list of parts.", `${root}[${index}].parts`);
    for (const step of readSteps(parts, `m${index}`, role as Role)) {
      messages.push(step.message);
      wire.set(step.message.id, { raw, parts: step.pieces });
    }
  }
  return ok({ conversation: { tools: [], messages }, wire: { format: "ai-sdk", body, messages: wire, tools: [] } });
}

type Piece = { readonly id: string; readonly raw: unknown };
type Step = { readonly message: Message; readonly pieces: readonly Piece[] };
type OpenStep = { parts: Part[]; results: Part[]; pieces: Piece[]; resultPieces: Piece[] };

function readSteps(items: readonly unknown[], id: string, role: Role): Step[] {
  const steps: OpenStep[] = [newStep()];
  items.forEach((value, index) => {
    const item = asObject(value);
    if (!item) return;
    const current = steps.at(-1) as OpenStep;
    const startsStep = item.type === "step-start" || (current.results.length > 0 && isAnswerText(item));
    if (startsStep && current.parts.length > 0) steps.push(newStep());
    addItem(steps.at(-1) as OpenStep, item, `${id}.${index}`);
  });
  const filled = steps.filter((step) => step.parts.length > 0);
  if (filled.length === 0)
    filled.push({
      ...newStep(),
      parts: [{ id: `${id}.empty`, type: "text", text: "" }],
      pieces: [{ id: `${id}.empty`, raw: null }],
    });
  return filled.flatMap((step, index) => closeStep(step, index === 0 ? id : `${id}~${index}`, role));
}

const newStep = (): OpenStep => ({ parts: [], results: [], pieces: [], resultPieces: [] });
const isAnswerText = (item: JsonObject) => item.type === "text" || item.type === "reasoning";

function addItem(step: OpenStep, item: JsonObject, id: string) {
  const tool = readUiTool(item, id);
  const part = tool?.call ?? contentPart(item, id);
  if (!part) return;
  step.parts.push(part);
  step.pieces.push({ id, raw: item });
  if (!tool?.result) return;
  step.results.push(tool.result);
  step.resultPieces.push({ id: tool.result.id, raw: item });
}

function closeStep(step: OpenStep, id: string, role: Role): Step[] {
  const answer = { message: { id, role, parts: step.parts }, pieces: step.pieces };
  if (step.results.length === 0) return [answer];
  const results: Message = { id: `${id}~results`, role: "tool", parts: step.results };
  return [answer, { message: results, pieces: step.resultPieces }];
}
