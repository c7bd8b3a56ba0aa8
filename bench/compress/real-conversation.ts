import { loadSharedSessions } from "@/bench/shared";
import type { Conversation } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import { contextAt } from "@/lib/transcript/context-at";

/** Characters of about 220,000 tokens. */
const WANTED = 800_000;

/** The shared conversation closest to 220,000 tokens and 700 messages; null without the shared transcripts. */
export async function realConversation(): Promise<Conversation | null> {
  const contexts = (await loadSharedSessions()).flatMap(({ session }) => {
    const last = session.responses.length - 1;
    if (last < 0) return [];
    return [0.25, 0.5, 0.75, 1].map((share) => contextAt(session, Math.floor(last * share)));
  });
  const distance = (conversation: Conversation) =>
    Math.abs(Math.log(Math.max(1, charactersOf(conversation)) / WANTED)) +
    Math.abs(Math.log(Math.max(1, conversation.messages.length) / 700));
  return contexts.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

const charactersOf = ({ messages }: Conversation) =>
  messages.reduce((sum, { parts }) => sum + parts.reduce((total, part) => total + partText(part).length, 0), 0);
