import { advise, analyze, readTranscript, replay } from "winnow";

/** A transcript's requests, the causes of its cache breaks, the cost under a policy, and advice. */
export async function judge(transcript) {
  const { format, sessions } = await readTranscript(transcript);
  const analysis = await analyze(sessions[0]);
  const { replays } = await replay(analysis, {
    policies: [{ id: "winnow at 60k", recipe: "winnow", trigger: { tokens: 60_000 } }],
  });
  const { verdict } = await advise(analysis, { strategies: ["winnow"], policies: 6 });
  return {
    format,
    requests: analysis.requests.length,
    breaks: analysis.cache.breaks.map(({ cause }) => cause),
    costs: replays.map(({ policy, totals }) => [policy.id, totals.cost?.amount ?? null]),
    advice: verdict.sentence,
  };
}
