import type { ApiKeyJson, KeyList } from "@/lib/api/schemas/keys";
import { withLibrary } from "./library";
import { print, printJson, progress, Refusal, table } from "./output";

type Json = { readonly json?: boolean };

const day = (time: string | null): string => time?.slice(0, 16).replace("T", " ") ?? "–";

/** `winnow keys` */
export async function listKeys({ json }: Json): Promise<void> {
  const { keys, required } = await withLibrary(async (call) => (await (await call("/api/keys")).json()) as KeyList);
  if (json) return printJson({ keys, required });
  if (keys.length === 0) return print("There are no keys. To create one: winnow keys create NAME --scopes read");
  const rows = keys.map(({ id, name, hint, scopes, project, created_at, last_used_at, revoked_at }) => [
    name,
    `${hint}…`,
    revoked_at ? `revoked ${day(revoked_at)}` : scopes.join(", "),
    project ?? "all",
    day(created_at),
    day(last_used_at),
    id,
  ]);
  print(table(["name", "key", "scopes", "project", "made", "last used", "id"], rows));
}

type NewKey = Json & { readonly scopes: string; readonly project?: string };

/** `winnow keys create <name>`: only the key goes to standard output, so it can be piped. */
export async function createKey(name: string, options: NewKey): Promise<void> {
  const { scopes, project = null, json } = options;
  const body = JSON.stringify({ name, scopes: scopes.split(",").map((scope) => scope.trim()), project });
  const made = await withLibrary(async (call) => {
    const headers = { "content-type": "application/json" };
    const answer = await call("/api/keys", { method: "POST", headers, body });
    return (await answer.json()) as ApiKeyJson & { readonly key: string };
  });
  if (json) return printJson(made);
  progress("This key is shown once and not stored:");
  print(made.key);
}

/** `winnow keys revoke <id>` */
export async function revokeKey(id: string): Promise<void> {
  if (!/^key_[\w-]+$/.test(id)) throw new Refusal(`${id} is not the id of a key; winnow keys lists them`, 2);
  await withLibrary((call) => call(`/api/keys/${id}`, { method: "DELETE" }));
  progress("The key no longer works.");
}
