"use client";
import { useOffline } from "next/offline";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createMessageStore, type LoadedMessages, type MessageStore } from "./message-store";
import { messageReader } from "./read-messages";

/** The stores of the agents last shown in this tab, so that switching back reloads nothing. */
const kept = new Map<string, MessageStore>();
const KEPT = 3;

/** One agent's messages at a revision of its session. `total`: their number; null if not known yet. */
type Shown = { readonly agent: string; readonly revision: string; readonly total: number | null };

export function useMessageStore(sessionId: string, { agent, revision, total }: Shown): MessageStore {
  const key = `${sessionId} ${agent}`;
  const [store] = useState(() => kept.get(key) ?? createMessageStore(messageReader(sessionId, agent), total));
  useEffect(() => {
    kept.delete(key);
    kept.set(key, store);
    for (const old of [...kept.keys()].slice(0, -KEPT)) kept.delete(old);
  }, [key, store]);
  useEffect(() => store.renew(revision, total), [store, revision, total]);
  const isAway = useOffline();
  useEffect(() => {
    if (!isAway && store.get().error !== null) store.retry();
  }, [store, isAway]);
  return store;
}

export const useLoadedMessages = (store: MessageStore): LoadedMessages =>
  useSyncExternalStore(store.subscribe, store.get, store.get);
