"use client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createMessageStore, type LoadedMessages, type MessageStore } from "./message-store";
import { messageReader } from "./read-messages";

/** The stores of the agents last shown in this tab, so that switching back reloads nothing. */
const kept = new Map<string, MessageStore>();
const KEPT = 3;

/** An agent's messages. `total`: their number; null if not known yet. */
export function useMessageStore(sessionId: string, agent: string, total: number | null): MessageStore {
  const key = `${sessionId} ${agent}`;
  const [store] = useState(() => kept.get(key) ?? createMessageStore(messageReader(sessionId, agent), total));
  useEffect(() => {
    kept.delete(key);
    kept.set(key, store);
    for (const old of [...kept.keys()].slice(0, -KEPT)) kept.delete(old);
  }, [key, store]);
  return store;
}

export const useLoadedMessages = (store: MessageStore): LoadedMessages =>
  useSyncExternalStore(store.subscribe, store.get, store.get);
