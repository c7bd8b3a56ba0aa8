/**
 * Statements of the answers about sessions drawn by a seed, to be held against the raw logs by other means.
 *
 *     node scripts/run-ts.mjs bench/answer/statements.ts [seed] [sessions]
 */
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { formatAmount } from "@/lib/read-models/words/format-amount";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { corpusSession, drawSessions } from "../corpus-sessions";

const [seed = 7, count = 40] = process.argv.slice(2).map(Number);
for (const row of drawSessions(seed, count)) {
  const session = await corpusSession(row);
  if (session === null) continue;
  const answer = answerOf(analyzeSession(session, loadVocabulary));
  const { requests, cost, cost_note, breaks, compactions, unexplained } = answer;
  const places = (list: readonly { agent: string; number: number }[]) =>
    list.map(({ agent, number }) => (agent === "main" ? `#${number}` : `#${number}@${agent}`)).join(" ");
  const causes = [...answer.causes, ...(unexplained ? [unexplained] : [])].map(
    ({ name, note, money, tokens, confidence, evidence, covers, is_small }) => ({
      ...{ name, note, confidence, is_small, tokens },
      money: formatAmount(money),
      count: `${evidence.count} ${evidence.noun}`,
      at: places(evidence.requests.slice(0, 40)),
      parts: covers.parts.slice(0, 3),
    }),
  );
  const figures = {
    ...{ requests, cost_note, models: [...new Set(session.responses.map(({ model }) => model))] },
    cost: formatAmount(cost),
    breaks: `${breaks.count ?? "unknown"}, ${breaks.tokens} tokens, ${formatAmount(breaks.money)}`,
    cache: answer.cache,
  };
  const entry = { id: row.id, client: row.client, file: row.files, case: answer.case, sentence: answer.sentence };
  console.log(JSON.stringify({ ...entry, figures, causes, compactions }));
}
