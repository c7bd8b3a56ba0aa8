// How often a strategy that gets the entire history at each request undoes an earlier edit, and how often it changes
// what was already sent. Run: node scripts/run-ts.mjs bench/compress/stability.ts [id …]
import { loadSharedSessions } from "@/bench/shared";
import type { Conversation } from "@/lib/conversation/message";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { STRATEGIES } from "@/lib/strategies";
import type { Compression } from "@/lib/strategies/grammar/compression";
import { createEnvironment, type Environment } from "@/lib/strategies/grammar/environment";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { growthStep } from "@/tests/support/growth";
import { rememberingStore } from "@/tests/support/strategy-environment";

const tokenizer = createTokenizer("o200k", loadVocabulary);

/** One history at each of its requests, the oldest first. */
type Growth = { readonly steps: readonly Conversation[]; readonly environment: Environment };

function growthsOf(session: Session): Growth[] {
  const byAgent = new Map<string, Conversation[]>();
  session.responses.forEach((response, index) => {
    const context = contextAt(session, index);
    const known = byAgent.get(response.agent) ?? [];
    const last = known.at(-1);
    byAgent.set(response.agent, last?.messages.length === context.messages.length ? known : [...known, context]);
  });
  return [...byAgent.values()].map((steps) => ({ steps, environment: environmentOf() }));
}

const environmentOf = (): Environment =>
  createEnvironment({
    count: (text) => tokenizer.count(text),
    budget: { window: 200_000, reserve: 8000 },
    store: rememberingStore(),
  });

const isPrefix = (start: Conversation, grown: Conversation) =>
  start.messages.every((message, index) => grown.messages[index]?.id === message.id);

const wanted = process.argv.slice(2);
const growths = (await loadSharedSessions()).flatMap(({ session }) => growthsOf(session));
const ids = STRATEGIES.map(({ id }) => id).filter((id) => wanted.length === 0 || wanted.includes(id));
console.log("| strategy | growth steps | acted | took back | changed what was sent |\n| -- | --: | --: | --: | --: |");
for (const id of ids) {
  const sums = { steps: 0, acted: 0, takenBack: 0, broken: 0 };
  for (const { steps, environment } of growths) {
    let before: { readonly conversation: Conversation; readonly compression: Compression } | null = null;
    for (const conversation of steps) {
      const compression = compressConversation(conversation, id, environment);
      if (before && isPrefix(before.conversation, conversation)) {
        const { takenBack, keepsPrefix } = growthStep(before.compression, compression);
        sums.steps += 1;
        sums.acted += Number(compression.status === "applied");
        sums.takenBack += Number(takenBack.length > 0);
        sums.broken += Number(!keepsPrefix);
      }
      before = { conversation, compression };
    }
  }
  console.log(`| \`${id}\` | ${sums.steps} | ${sums.acted} | ${sums.takenBack} | ${sums.broken} |`);
}
