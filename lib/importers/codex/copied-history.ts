import { asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";

/** Copied rows get new times, all together, when the fork is written. A row this much later is the fork's own. */
const WRITING_MS = 1000;

/**
 * Finds the rows of a fork that are copies of its parent's. They come first, some with the parent's times and some with
 * the fork's, so times alone do not suffice. But the ids of turns (UUID version 7) contain the time when the turn ran,
 * which for a copied turn is before the fork was made. New files record where their own rows start. Sources:
 * github.com/kenn-io/agentsview/pull/657 (turn ids), github.com/ccusage/ccusage/issues/1460 (times), openai/codex,
 * `SessionMeta` (`subagent_history_start_ordinal`).
 */
export class CopiedHistory {
  private forkedMs: number | null = null;
  private ownStart: number | null = null;
  private hasTurnIds = false;
  /** Number of copied rows, without headers. */
  rows = 0;

  /** Must be called with the first header if it refers to a parent. `time` is the time of its row. */
  expect(meta: JsonObject, time: string | null) {
    this.ownStart = asCount(meta.subagent_history_start_ordinal);
    this.forkedMs = timeInId(asText(meta.id)) ?? msOf(asText(meta.timestamp)) ?? msOf(time);
  }

  /** True if this row, the next one of the file, is a copy. After the first original row, none is. */
  has(row: JsonObject, time: string | null): boolean {
    if (this.forkedMs === null) return false;
    const isCopy = this.isCopy(row, time, this.forkedMs);
    if (!isCopy) this.forkedMs = null;
    else if (row.type !== "session_meta") this.rows += 1;
    return isCopy;
  }

  private isCopy(row: JsonObject, time: string | null, forkedMs: number): boolean {
    const ordinal = asCount(row.ordinal);
    if (this.ownStart !== null && ordinal !== null) return ordinal < this.ownStart;
    const turnMs = timeInId(turnIdOf(row));
    if (turnMs !== null) {
      this.hasTurnIds = true;
      return turnMs < forkedMs;
    }
    if (row.type === "session_meta" || this.hasTurnIds) return true;
    const ms = msOf(time);
    return ms !== null && ms <= forkedMs + WRITING_MS;
  }
}

/** The id of the turn that a row begins. Other rows may refer to a turn that is over. */
function turnIdOf(row: JsonObject): string | null {
  const payload = asObject(row.payload);
  const begins = row.type === "turn_context" || payload?.type === "task_started" || payload?.type === "turn_started";
  return begins ? asText(payload?.turn_id) : null;
}

const VERSION_7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/i;

/** Milliseconds since 1970 in a UUID of version 7. Source: RFC 9562, 5.7. */
function timeInId(id: string | null): number | null {
  const [, high, low] = VERSION_7.exec(id ?? "") ?? [];
  return high === undefined || low === undefined ? null : Number.parseInt(`${high}${low}`, 16);
}

function msOf(time: string | null): number | null {
  const ms = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(ms) ? null : ms;
}
