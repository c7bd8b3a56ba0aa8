import { asText } from "../../formats/json-fields";
import type { Origin } from "../../transcript/session";
import { isTitle, titleLine } from "../title-line";
import { type CostState, readTotals } from "./cost-states";
import { slashCommand } from "./origin";
import type { Row } from "./row";

/** Collects facts about the entire session. */
export class SessionFacts {
  readonly versions = new Set<string>();
  sessionId: string | null = null;
  project: string | null = null;
  startedAt: string | null = null;
  endedAt: string | null = null;
  /** The client's name. Other clients may write rows of this shape too. */
  client = "Claude Code";
  readonly sessionIds = new Set<string>();
  /** The client's totals, each time it logged them. */
  readonly costStates: CostState[] = [];
  private lastTime: string | null = null;
  private customTitle: string | null = null;
  private aiTitle: string | null = null;
  private summary: string | null = null;
  private firstPrompt: string | null = null;
  private firstCommand: string | null = null;

  note(row: Row) {
    const { fields, time } = row;
    const version = asText(fields.version);
    if (version !== null) this.versions.add(version);
    this.project ??= asText(fields.cwd);
    // A resumed or forked file starts with copied rows of another session; its own rows come last.
    if (row.sessionId !== null) this.sessionId = row.sessionId;
    if (row.sessionId !== null) this.sessionIds.add(row.sessionId);
    if (time === null) return;
    this.lastTime = time;
    if (this.startedAt === null || Date.parse(time) < Date.parse(this.startedAt)) this.startedAt = time;
    if (this.endedAt === null || Date.parse(time) > Date.parse(this.endedAt)) this.endedAt = time;
  }

  /** True if the row contains the client's totals. */
  noteTotals({ type, fields }: Row): boolean {
    const totals = type === "cost-state" ? readTotals(fields) : null;
    if (totals) this.costStates.push({ totals, time: this.lastTime });
    return totals !== null;
  }

  /** True if the row contains any kind of title. */
  noteTitle(row: Row): boolean {
    const { fields, type } = row;
    const title =
      asText(fields.customTitle) ?? asText(fields.aiTitle) ?? asText(fields.title) ?? asText(fields.summary);
    if (title === null) return false;
    if (type === "custom-title") this.customTitle = title;
    else if (type === "ai-title") this.aiTitle = title;
    else if (type === "summary") this.summary = title;
    else return false;
    return true;
  }

  notePrompt(text: string, origin: Origin) {
    if (origin === "typed" && isTitle(text)) this.firstPrompt ??= titleLine(text);
    else if (origin === "typed") this.firstCommand ??= titleLine(text);
    else if (origin === "client") this.firstCommand ??= slashCommand(text);
  }

  title(): string | null {
    const title = this.customTitle ?? this.aiTitle ?? this.summary ?? this.firstPrompt ?? this.firstCommand;
    return titleLine(title);
  }
}
