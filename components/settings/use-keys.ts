"use client";
import { useState } from "react";
import { callApi } from "@/components/api/call-api";
import type { Scope } from "@/lib/api/caller";
import type { ApiKeyJson, KeyList } from "@/lib/api/schemas/keys";

export type KeysState = {
  readonly keys: readonly ApiKeyJson[];
  readonly failure: string | null;
  /** Resolves with the new key, which is shown only once; null if it could not be created. */
  readonly make: (name: string, scopes: readonly Scope[], project: string | null) => Promise<string | null>;
  readonly revoke: (id: string) => Promise<boolean>;
  /** Marks a project's keys as revoked by the server. */
  readonly markRevoked: (project: string) => void;
};

/** This server's keys, as the page was rendered and changed since. */
export function useKeys(first: Pick<KeyList, "keys">): KeysState {
  const [keys, setKeys] = useState(first.keys);
  const [failure, setFailure] = useState<string | null>(null);
  const make: KeysState["make"] = async (name, scopes, project) => {
    const called = await callApi("POST /api/keys", { body: { name, scopes, project } });
    setFailure(called.ok ? null : (called.failure.errors[0]?.detail ?? called.failure.message));
    if (!called.ok) return null;
    const { key, ...made } = called.value;
    setKeys((before) => [made, ...before]);
    return key;
  };
  const revoke: KeysState["revoke"] = async (id) => {
    const called = await callApi("DELETE /api/keys/{id}", { path: { id } });
    // Somebody else may have revoked the key meanwhile.
    const isGone = called.ok || called.failure.code === "no-such-key";
    setFailure(isGone ? null : called.failure.message);
    if (isGone) mark((key) => key.id === id);
    return isGone;
  };
  const mark = (isMeant: (key: ApiKeyJson) => boolean) => {
    const now = new Date().toISOString();
    setKeys((before) => before.map((key) => (isMeant(key) ? { ...key, revoked_at: key.revoked_at ?? now } : key)));
  };
  const markRevoked: KeysState["markRevoked"] = (project) => mark((key) => key.project === project);
  return { keys, failure, make, revoke, markRevoked };
}
