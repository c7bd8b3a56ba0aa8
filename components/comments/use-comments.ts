"use client";
import { useCallback, useMemo, useState } from "react";
import { callApi } from "@/components/api/call-api";
import type { CommentJson } from "@/lib/api/schemas/comment";

export type Comments = {
  /** Comments on the shown agent's requests. */
  readonly all: readonly CommentJson[];
  /** Positions of requests with a comment. */
  readonly commented: ReadonlySet<number>;
  /** Each resolves with the error; null on success. */
  readonly add: (position: number, text: string) => Promise<string | null>;
  readonly change: (id: string, text: string) => Promise<string | null>;
  readonly remove: (id: string) => Promise<string | null>;
};

/** The reader's comments on an agent's requests. `first`: what the server knew when it rendered the page. */
export function useComments(sessionId: string, agent: string, first: readonly CommentJson[]): Comments {
  const [all, setAll] = useState(first);
  const add = useCallback(
    async (position: number, text: string) => {
      const body = { agent, index_in_agent: position, text };
      const called = await callApi("POST /api/sessions/{id}/comments", { path: { id: sessionId }, body });
      if (!called.ok) return called.failure.message;
      setAll((before) => [...before, called.value]);
      return null;
    },
    [sessionId, agent],
  );
  const change = useCallback(
    async (id: string, text: string) => {
      const path = { id: sessionId, commentId: id };
      const called = await callApi("PATCH /api/sessions/{id}/comments/{commentId}", { path, body: { text } });
      if (!called.ok) return called.failure.message;
      setAll((before) => before.map((comment) => (comment.id === id ? called.value : comment)));
      return null;
    },
    [sessionId],
  );
  const remove = useCallback(
    async (id: string) => {
      const path = { id: sessionId, commentId: id };
      const called = await callApi("DELETE /api/sessions/{id}/comments/{commentId}", { path });
      if (!called.ok) return called.failure.message;
      setAll((before) => before.filter((comment) => comment.id !== id));
      return null;
    },
    [sessionId],
  );
  return useMemo(() => {
    const own = all.filter((comment) => comment.agent === agent);
    return { all: own, commented: new Set(own.map(({ index_in_agent }) => index_in_agent)), add, change, remove };
  }, [all, agent, add, change, remove]);
}
