import { readFileSync } from "node:fs";
import { fieldAt } from "@/lib/advice/field";
import { changeOf } from "@/lib/advice/interval";
import { earliestTrigger, safetyOf, type Terms } from "@/lib/advice/terms";
import { unlikePolicies } from "@/lib/advice/unlike-policies";
import { choose, heldOut } from "@/lib/advice/weigh";
import type { MeasuredAdvice } from "@/lib/api/answers/advice";
import { weighAdvice } from "@/lib/library/advise-analysis";
import { priceOfLoss } from "@/lib/replay/price-of-loss";
const p = (x: number) => Math.round(x * 100);
for (const line of readFileSync(process.argv[2] ?? "", "utf8").trim().split("\n")) {
  const { id, measured } = JSON.parse(line) as { id: string; measured: MeasuredAdvice | null };
  if (!measured) { console.log(id, "not measured"); continue; }
  const { log, tried, session, lossCases } = measured;
  const requests = log.blocks.reduce((s, b) => s + b.requests, 0);
  const cost = log.blocks.reduce((s, b) => s + b.cost, 0);
  const price = priceOfLoss(cost / requests, lossCases);
  const terms: Terms = { price, mostLost: null, earliest: earliestTrigger(session.window, session.peak_prompt_tokens), parts: "tasks" };
  const field = fieldAt(tried.map(({ outcome }) => outcome), log, terms);
  const safe = { ...field, policies: field.policies.filter(({ outcome }) => safetyOf(outcome, log, terms).harm === null) };
  const c = choose(field, terms);
  const s = weighAdvice({ measured: [measured], leftOut: [], price: null, mostLost: null, isStopped: false });
  const h = safe.policies.length ? heldOut(safe) : null;
  const t = (x: { share: number; low: number; high: number } | null) => (x ? `${p(x.share)} [${p(x.low)},${p(x.high)}]` : "–");
  const cheap = [...safe.policies].sort((a, b) => a.total - b.total)[0];
  console.log(id.slice(0, 26).padEnd(26), String(session.client).slice(0, 10).padEnd(10), `req ${requests} blocks ${log.blocks.length} win ${session.window} peak ${session.peak_prompt_tokens}`, "|", s.verdict.reason ?? "ADVICE", "/", c.verdict, "| best", c.best?.outcome.id, t(c.best?.change ?? null), "| cheapestSafe", cheap?.outcome.id, cheap ? t(changeOf(cheap, safe.log)) : "", "| held .025", h ? t(changeOf(h, safe.log)) : "", "corr", h ? t(changeOf(h, safe.log, 0.025 / Math.sqrt(unlikePolicies(safe)))) : "", "| safe", safe.policies.length, "unlike", unlikePolicies(safe).toFixed(1));
}
