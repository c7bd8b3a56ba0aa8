/** The actions in the audit log. Once written, a name never changes. */
export const AUDIT_ACTIONS = [
  "sign-in",
  "sign-in-refused",
  "sign-out",
  "import",
  "export",
  "download",
  "bin",
  "take-back",
  "delete",
  "key-made",
  "key-revoked",
  "role-changed",
  "signed-out-by-admin",
  "project-made",
  "project-changed",
  "project-deleted",
  "settings-changed",
  "retention-run",
  "library-restored",
  "library-rebuilt",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_ACTORS = ["person", "key", "local", "own", "server", "nobody"] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];
