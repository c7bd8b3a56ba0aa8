import type { ModelDetails } from "@/lib/api/schemas/model";

/** Ids may hold slashes: each part is a part of the path. */
const pathOf = (id: string): string => `/api/models/${id.split("/").map(encodeURIComponent).join("/")}`;

export async function readModelDetails(id: string, signal: AbortSignal): Promise<ModelDetails | null> {
  const response = await fetch(pathOf(id), { signal });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as ModelDetails;
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
