import * as z from "zod";
import { AUDIT_ACTIONS, AUDIT_ACTORS } from "../audit-actions";
import { type Answer, named, time } from "./fields";

const action = z.enum(AUDIT_ACTIONS);
const text = (description: string) => z.string().nullable().describe(description);

const auditEntry = named("AuditEntry", "One action. Contains neither content nor secrets.", {
  id: z.int().describe("Later entries have larger numbers."),
  time: time("When."),
  actor: z
    .strictObject({
      kind: z
        .enum(AUDIT_ACTORS)
        .describe(
          "`local`: no authentication; `own`: the command on the server's own data folder; `server`: the program itself; `nobody`: a refused caller.",
        ),
      id: text("The id of the person or key."),
      name: text("The name of the person or key at the time."),
    })
    .describe("Who."),
  action: action.describe("What."),
  subject: text("The id of the affected object."),
  project_id: text("The project of the action; null: the server."),
  detail: text("A few fixed words, such as names of settings, or the role before and after."),
  address: text("The network address of the request."),
  request_id: text("The id of the request, as in `X-Request-Id` and the log."),
});
export type AuditEntryJson = Answer<typeof auditEntry>;

export const auditPage = named("AuditPage", "Entries of the audit log, newest first.", {
  entries: z.array(auditEntry),
  next_cursor: z.string().nullable().describe("For the next page; null at the end."),
});
export type AuditPageJson = Answer<typeof auditPage>;

const AUDIT_ROWS = 500;

const day = (description: string) =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, "a day such as 2026-11-30")
    .optional()
    .describe(description);
const value = (description: string) => z.string().trim().min(1).max(200).optional().describe(description);

/** Filters that the list and the export of the log share. */
export const auditFilters = {
  action: action.optional().describe("Only this."),
  actor: value("The id of a person or key, or a kind such as `local`."),
  project: value("The id of a project."),
  subject: value("The id of the affected object."),
  from: day("The first day, UTC."),
  to: day("The last day, UTC."),
} as const;

/** The query of GET /api/audit. */
export const auditQuery = {
  ...auditFilters,
  limit: z.int().min(1).max(AUDIT_ROWS).default(100).describe("Entries on the page."),
  cursor: value("`next_cursor` of the previous page."),
} as const;
