type Rates = { input: number; output: number; cache_read: number; cache_write_5m: number; cache_write_1h: number };
type LongContext = (Rates & { above_tokens: number }) | null;
type Said = { field: string; source: string; as_of: string };

/** What GET /api/models/<id> answers, as far as the page shows it. */
export type ModelDetailsJson = {
  id: string;
  title: string;
  aliases: string[];
  window: number | null;
  extended_window: number | null;
  max_output: number | null;
  tokenizer: string;
  release_date: string | null;
  cache: { policy: string };
  prices:
    | (Rates & { periods: (Rates & { from: string | null; hours_utc: string[] | null; long_context: LongContext })[] })
    | null;
  sources: Said[];
  disagreements: (Said & { value: number | string })[];
  own: { window?: number } | null;
};

/** Ids may hold slashes: each part is a part of the path. */
const pathOf = (id: string): string => `/api/models/${id.split("/").map(encodeURIComponent).join("/")}`;

export async function readModelDetails(id: string, signal: AbortSignal): Promise<ModelDetailsJson | null> {
  const response = await fetch(pathOf(id), { signal });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as ModelDetailsJson;
}

/** Sets the window of the user's own row, or takes it back (null). Throws the sentence of the problem. */
export async function saveWindow(id: string, window: number | null): Promise<{ rereading: number }> {
  const response = await fetch(pathOf(id), {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ window }),
  });
  const json = (await response.json()) as { sessions_rereading?: number; detail?: string };
  if (!response.ok) throw new Error(json.detail ?? `the server answered ${response.status}`);
  return { rereading: json.sessions_rereading ?? 0 };
}
