import { describe, expect, test } from "vitest";
import { ownFormat } from "@/lib/compress/conversation-source";
import type { Conversation } from "@/lib/conversation/message";
import { contextAt } from "@/lib/transcript/context-at";
import { draws } from "@/tests/support/samples";
import { describeShared } from "@/tests/support/shared";
import { loadSharedSessions, sampleRequests } from "@/tests/support/shared-transcripts";
import { bothForms, differingPresets } from "@/tests/support/stored-and-sent";

/** Chat Completions cannot express the reasoning that a log keeps, so a stored history is longer than its body. */
const withoutReasoning = (conversation: Conversation): Conversation => ({
  ...conversation,
  messages: conversation.messages.map((message) => ({
    ...message,
    parts: message.parts.filter(({ type }) => type !== "reasoning"),
  })),
});

const some = <T>(sessions: readonly T[]): readonly T[] => sessions.slice(0, draws(3, sessions.length));

describe.each(["opencode", "goose", "swe-agent"])("%s, apart from reasoning", (client) => {
  describeShared(`transcripts/${client}`, async (folder) => {
    const sessions = await loadSharedSessions(folder);
    test.each(some(sessions).map(({ file, session }) => [file, session] as const))("%s", (_, session) => {
      const [request = 0] = sampleRequests(session, 1);
      const format = ownFormat(session.format);
      expect(differingPresets(bothForms(withoutReasoning(contextAt(session, request)), format), format)).toEqual([]);
    });
  });
});

describeShared("transcripts/claude-code", async (folder) => {
  const sessions = await loadSharedSessions(folder);
  test.each(some(sessions).map(({ file, session }) => [file, session] as const))("%s", (_, session) => {
    const [request = 0] = sampleRequests(session, 1);
    expect(differingPresets(bothForms(contextAt(session, request), "anthropic"), "anthropic")).toEqual([]);
  });
});
