import type { AuditAction, AuditActor } from "@/lib/api/schemas/audit";
import { sentence } from "@/lib/wording/say";

export const ACTION_WORDS: Readonly<Record<AuditAction, string>> = {
  "sign-in": sentence("signed in"),
  "sign-in-refused": sentence("sign-in refused"),
  "sign-out": sentence("signed out"),
  import: sentence("imported a file"),
  export: sentence("exported a session"),
  download: sentence("downloaded the imported file"),
  bin: sentence("put into the bin"),
  "take-back": sentence("taken out of the bin"),
  delete: sentence("deleted for good"),
  "key-made": sentence("key made"),
  "key-revoked": sentence("key revoked"),
  "role-changed": sentence("role changed"),
  "signed-out-by-admin": sentence("signed out everywhere by an admin"),
  "project-made": sentence("project made"),
  "project-changed": sentence("project changed"),
  "project-deleted": sentence("project deleted"),
  "settings-changed": sentence("settings changed"),
  "retention-run": sentence("old sessions removed"),
  "library-restored": sentence("database restored"),
  "library-rebuilt": sentence("library rebuilt"),
};

/** What stands for those who have no name. */
export const ACTOR_WORDS: Readonly<Record<AuditActor, string>> = {
  person: sentence("a person"),
  key: sentence("a key"),
  local: sentence("this machine"),
  own: sentence("the command on the server"),
  server: sentence("Winnow itself"),
  nobody: sentence("somebody unknown"),
};
