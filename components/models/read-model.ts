import { answerOf, callApi } from "@/components/api/call-api";
import type { ModelDetails } from "@/lib/api/schemas/model";

/** Loads a model's details; null if it is unknown. Throws an error with the server's message for other problems. */
export async function readModelDetails(id: string, signal?: AbortSignal): Promise<ModelDetails | null> {
  const called = await callApi("GET /api/models/{id}", { path: { id }, ...(signal && { signal }) });
  return !called.ok && called.failure.status === 404 ? null : answerOf(called);
}

/**
 * Sets the window in the user's own row, or removes it (null). Returns how many sessions are re-read because of it.
 * Throws an error with the server's message.
 */
export async function saveWindow(id: string, window: number | null): Promise<{ rereading: number }> {
  const called = await callApi("PATCH /api/models/{id}", { path: { id }, body: { window } });
  return { rereading: answerOf(called).sessions_rereading };
}
