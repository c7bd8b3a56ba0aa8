import { asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { type Session, type SessionEvent, type SessionMessage, UNKNOWN_LEVEL } from "../../transcript/session";
import { MAIN } from "./agents";

const OFF = "none";

/**
 * How much the model was to think about a user's message, in the client's words: `31,999 tokens`, `high`, `none`. Null if
 * the row does not say. Rows of Claude Code 2.0.x to 2.1.4x have `thinkingMetadata`, except those of commands, plans and summaries.
 */
export function statedThinking(fields: JsonObject): string | null {
  const stated = asObject(fields.thinkingMetadata);
  if (stated === null) return null;
  const tokens = asCount(stated.maxThinkingTokens);
  if (tokens !== null) return tokens > 0 ? `${tokens.toLocaleString("en")} tokens` : OFF;
  return stated.disabled === true ? OFF : asText(stated.level);
}

const isOff = (level: string | null): boolean => level === OFF || level === UNKNOWN_LEVEL;

/**
 * A user's message and the main agent's answers to it. `begins`: the first answer has thinking; `thinks`: any of the
 * answers has thinking.
 */
type Turn = {
  readonly start: number;
  readonly stated: string | null;
  answers: number;
  begins: boolean;
  thinks: boolean;
};

/**
 * Adds an event where a turn begins with thinking switched on or off. If a turn does not state its level, the level is
 * unknown once no answer in it has thinking, provided that the turn before it has thinking or there is none. Starting
 * with the next turn whose first answer has thinking, the level is again the last one stated.
 */
export function withThinkingSwitches(session: Session, statedBy: ReadonlyMap<string, string | null>): Session {
  if ([...statedBy.values()].every((stated) => stated === null)) return session;
  let [level, lastOn, thought]: [string | null, string | null, boolean] = [null, null, true];
  const switches = turnsOf(session.messages, statedBy).flatMap((turn): SessionEvent[] => {
    const { start, stated, answers, begins, thinks } = turn;
    if (answers === 0) return [];
    const from = level;
    if (stated !== null) level = stated;
    else if (begins && level === UNKNOWN_LEVEL) level = lastOn;
    else if (!thinks && thought && !isOff(level)) level = UNKNOWN_LEVEL;
    if (!isOff(level)) lastOn = level;
    thought = thinks;
    const { time } = session.messages[start] as SessionMessage;
    const place = { agent: MAIN, atMessage: start, ...(time && { time }) };
    const isUnseen = from === UNKNOWN_LEVEL && !begins;
    return from === null || level === null || isUnseen || isOff(from) === isOff(level)
      ? []
      : [{ type: "thinking-switch", from, to: level, ...place }];
  });
  if (switches.length === 0) return session;
  return { ...session, events: [...session.events, ...switches].sort((a, b) => a.atMessage - b.atMessage) };
}

function turnsOf(messages: readonly SessionMessage[], statedBy: ReadonlyMap<string, string | null>): Turn[] {
  const turns: Turn[] = [];
  messages.forEach(({ id, agent, responseId, parts }, start) => {
    const stated = statedBy.get(id);
    if (stated !== undefined) turns.push({ start, stated, answers: 0, begins: false, thinks: false });
    const turn = turns.at(-1);
    if (agent !== MAIN || responseId === undefined || turn === undefined) return;
    const hasThinking = parts.some(({ type }) => type === "reasoning");
    turn.begins ||= turn.answers === 0 && hasThinking;
    turn.thinks ||= hasThinking;
    turn.answers += 1;
  });
  return turns;
}
