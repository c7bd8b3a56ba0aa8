"use client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createMessageStore, type LoadedMessages, type MessageStore } from "./message-store";
import { messageReader } from "./read-messages";

/** The stores of the few agents shown last in this tab, so that switching back loads nothing again. */
const kept = new Map<string, MessageStore>();
const KEPT = 3;

/** The messages of an agent. `total`: how many it has; null if not known yet. */
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
