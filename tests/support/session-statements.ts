import { createElement } from "react";
import { CacheView } from "@/components/cache/cache-view";
import { keyFigures } from "@/components/session/session-key-figures";
import { SessionView } from "@/components/session/session-view";
import { mostOf } from "@/lib/answer/amount";
import type { Amount, CostAnswer } from "@/lib/api/schemas/cost-answer";
import type { FindingAnswer } from "@/lib/api/schemas/finding";
import type { ListedSession } from "@/lib/api/schemas/library-list";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import type { SessionSummary } from "@/lib/api/schemas/session";
import type { Spend } from "@/lib/api/schemas/spend";
import { toListedItem } from "@/lib/read-models/library-item";
import type { AgentCache, SessionCache } from "@/lib/read-models/session-cache";
import { formatCost } from "@/lib/read-models/words/cost-text";
import { formatAmount } from "@/lib/read-models/words/format-amount";
import type { AgentRequests } from "@/lib/server/sessions/agent-requests";
import { formatCauseMoney, formatCauseShare, rankedCauses } from "@/lib/view-models/answer/ranked-causes";
import { dropsWithoutWrites } from "@/lib/view-models/cache/read-drops";
import { libraryTexts } from "@/lib/view-models/library/library-table";
import { toLiveSession } from "@/lib/view-models/session/live-session";
import { packRows } from "@/lib/view-models/session/pack-rows";
import { formatMoney, formatShare, formatTokens } from "@/lib/wording/number-format";
import { english } from "@/lib/wording/say";
import { byClass, byLabel, byTag, type HtmlNode, textOf } from "./html-tree";
import { renderPage } from "./render-page";

/** A session's facts as shown in one place. */
export type Statement = { readonly place: string; readonly about: string; readonly value: string };
type Said = Readonly<Record<string, string | number | null | undefined>>;

/** The facts compared for each place; a place that does not show a fact omits it. */
const said = (place: string, values: Said): Statement[] =>
  Object.entries(values).flatMap(([about, value]) =>
    value === undefined
      ? []
      : [{ place, about, value: value === null || value === "–" ? "unknown" : plain(`${value}`) }],
  );

const plain = (text: string): string => text.replaceAll(/[\s\u2009\u202f]+/g, " ").trim();

/** The facts on which places disagree, each with the values. */
export function disagreements(statements: readonly Statement[]): string[] {
  return [...new Set(statements.map(({ about }) => about))].flatMap((about) => {
    const own = statements.filter((statement) => statement.about === about);
    const values = [...new Set(own.map(({ value }) => value))];
    if (values.length < 2) return [];
    return `${about}: ${values.map((value) => `"${value}" (${own.flatMap((one) => (one.value === value ? one.place : [])).join(", ")})`).join(" | ")}`;
  });
}

const largeOf = ({ causes }: Pick<CostAnswer, "causes">) => causes.filter(({ is_small }) => !is_small);
const causeText = ({ id, name, money, share, evidence: { count, noun } }: CostAnswer["causes"][number]): Said => ({
  name,
  money: formatCauseMoney({ id, money }),
  ...(share && { share: formatCauseShare(id, share) }),
  count: `${formatTokens(count)} ${count === 1 ? noun.replace(/s$/, "") : noun}`,
});
const moneyOf = (causes: readonly Pick<CostAnswer["causes"][number], "money">[]): Said =>
  Object.fromEntries(causes.slice(0, 3).map(({ money }, at) => [`large cause ${at + 1} money`, formatAmount(money)]));
const unexplainedText = (unexplained: CostAnswer["unexplained"]): string =>
  unexplained ? `${formatAmount(unexplained.money)}, ${unexplained.evidence.count}` : "none";
/** Whether the unexplained breaks are among the numbered causes. */
const isRanked = (answer: Pick<CostAnswer, "causes" | "unexplained">): boolean =>
  rankedCauses(answer).some(({ id }) => id === "unexplained");
const numbered = (causes: readonly Said[]): Said =>
  Object.fromEntries(
    causes.flatMap((cause, at) => Object.entries(cause).map(([of, value]) => [`cause ${at + 1} ${of}`, value])),
  );

/** Facts from GET /api/sessions/:id/answer. */
export function ofAnswer(answer: CostAnswer): Statement[] {
  const { sentence, requests, breaks, compactions, unexplained } = answer;
  return said("answer", {
    sentence,
    requests: formatTokens(requests),
    cost: formatCost(answer),
    breaks: breaks.count,
    lost: formatAmount(breaks.money),
    compactions: compactions?.count ?? 0,
    dropped: compactions?.sentence ?? "No compaction in this session",
    ...(isRanked(answer) ? {} : { unexplained: unexplainedText(unexplained) }),
    causes: answer.causes.map(({ id }) => id).join(" "),
    "large causes": largeOf(answer)
      .map(({ id }) => id)
      .join(" "),
    ...numbered(rankedCauses(answer).slice(0, 3).map(causeText)),
    ...moneyOf(largeOf(answer)),
  }).concat(said("answer's causes", { ...(breaks.count !== null && { breaks: coveredBreaks(answer).length }) }));
}

/** Facts from GET /api/sessions/:id/spend, whose rows must add up to its totals. */
export function ofSpend(
  place: string,
  { cost, rows }: Pick<Spend, "cost" | "rows">,
  { cost_note }: Pick<CostAnswer, "cost_note">,
): Statement[] {
  const known = rows.flatMap((row) => row.cost ?? []);
  const sum = known.reduce((total, row) => total + row, 0);
  return [
    ...said(place, { cost: formatCost({ cost, cost_note }) }),
    ...(cost.kind === "known" && known.length === rows.length
      ? said(`${place}, rows`, { cost: formatCost({ cost: { kind: "known", usd: sum }, cost_note }) })
      : []),
  ];
}

const costText = ({ cost }: Pick<SessionSummary, "cost">): string =>
  cost.basis === "range" && cost.range
    ? formatAmount({ kind: "range", ...cost.range })
    : formatMoney(cost.amount, { rounding: cost.basis === "partial" ? "down" : "nearest" });

/** The breaks covered by an answer's causes and compactions: each of the session's breaks in exactly one. */
function coveredBreaks({ causes, unexplained, compactions }: CostAnswer): number[] {
  const groups = [...causes, ...(unexplained ? [unexplained] : [])].filter(
    ({ id, covers }) => covers.breaks.length > 0 || isOfReads(id),
  );
  return [
    ...groups.flatMap(({ evidence }) => evidence.requests.map(({ index }) => index)),
    ...(compactions?.breaks ?? []),
  ];
}

/** Both fields must agree: the amount in totals is the one shown to readers, if known. */
const lostText = ({ lost, lost_cost }: Pick<SessionSummary["cache"], "lost" | "lost_cost">): string => {
  const shown = lost ?? { kind: "unknown" };
  const summed = lost_cost?.amount ?? null;
  const isSame = shown.kind === "known" ? shown.usd.toFixed(6) === summed?.toFixed(6) : summed === null;
  return isSame ? formatAmount(shown as Amount) : `${JSON.stringify(shown)} against ${summed}`;
};

/** Facts from GET /api/sessions/:id, and from the key figures that a page derives from it. */
export function ofSummary(place: string, summary: Pick<SessionSummary, "cost" | "cache" | "counts">): Statement[] {
  const { cache, counts } = summary;
  return said(place, {
    cost: costText(summary),
    breaks: cache.breaks,
    lost: lostText(cache),
    read: formatShare(cache.read_share),
    compactions: counts.compactions,
    requests: formatTokens(counts.responses),
  });
}

export function ofKeyFigures(summary: SessionSummary): Statement[] {
  const figures = new Map(keyFigures(summary, english).map((figure) => [figure.id, figure]));
  const value = (id: string) => String(figures.get(id)?.value ?? "");
  return said("all figures", {
    requests: value("requests"),
    cost: value("cost"),
    read: value("read"),
    lost: figures.get("lost")?.label.includes("tokens") ? undefined : value("lost"),
    ...(figures.get("lost")?.second !== undefined && {
      breaks: String(figures.get("lost")?.second).replace(/ .*/, ""),
    }),
    ...(summary.counts.compactions > 0 && { compactions: value("compactions") }),
  });
}

/** Facts from a library row: the API's answer, and the table's text. */
export function ofListed(row: ListedSession): Statement[] {
  const texts = libraryTexts(toListedItem(row));
  return [
    ...said("library row", {
      sentence: row.answer?.sentence,
      cost: costText(row),
      breaks: row.cache_breaks,
      lost: lostText(row),
      read: formatShare(row.cache_read_share),
      compactions: row.compactions,
      requests: formatTokens(row.requests),
      "large causes": row.answer?.causes.map(({ id }) => id).join(" "),
      ...moneyOf(row.answer?.causes ?? []),
    }),
    ...said("library table", {
      // A lower bound has the same figure, with its sign.
      cost: texts.cost.replace(/^≥\s/, ""),
      breaks: texts.breaks,
      lost: texts.lost,
      compactions: texts.compactions,
      requests: texts.requests,
      ...(row.cache_read_share !== null && { read: `${texts.read} %` }),
    }),
  ];
}

/** Facts from the rows of GET /api/sessions/:id/requests, added up. */
export function ofRows(rows: readonly RequestRow[], answer: CostAnswer): Statement[] {
  const broken = rows.flatMap((row) => row.break ?? []);
  const isTold = answer.cache === "reported" && answer.breaks.money.kind === "known";
  const lost = broken.reduce((sum, { lost_cost }) => sum + (lost_cost?.amount ?? 0), 0);
  const cost = rows.reduce((sum, row) => sum + (row.cost?.amount ?? 0), 0);
  return said("request rows", {
    requests: formatTokens(rows.length),
    ...(answer.cache === "reported" && { breaks: broken.length }),
    ...(isTold && { lost: formatMoney(lost) }),
    ...(answer.cost.kind === "known" && {
      cost: formatCost({ cost: { kind: "known", usd: cost }, cost_note: answer.cost_note }),
    }),
  });
}

/** Facts from GET /api/sessions/:id/findings. */
export const ofFindings = (findings: readonly FindingAnswer[], answer: CostAnswer): Statement[] => {
  const losses = findings.filter(({ kind, id }) => kind === "loss" && id !== "unexplained");
  return said("findings", {
    causes: losses.map(({ id }) => id).join(" "),
    ...numbered(
      rankedCauses(answer)
        .slice(0, 3)
        .map(({ id }) => ({ name: findings.find((finding) => finding.id === id)?.title })),
    ),
  });
};

/** Facts from the MCP tools. */
export function ofTools(
  shown: Record<string, unknown>,
  explained: Record<string, unknown>,
  listed: Record<string, unknown> | undefined,
) {
  const { session, answer } = shown as { session: SessionSummary; answer: CostAnswer & { compactions: string | null } };
  const explanation = explained as {
    cache: SessionSummary["cache"];
    found: number;
    answer: CostAnswer & { compactions: string | null };
  };
  const brief = (place: string, given: typeof answer) =>
    said(place, {
      sentence: given.sentence,
      cost: formatCost(given),
      breaks: given.breaks.count,
      lost: formatAmount(given.breaks.money),
      dropped: given.compactions ?? "No compaction in this session",
      ...(isRanked(given) ? {} : { unexplained: unexplainedText(given.unexplained) }),
      causes: given.causes.map(({ id }) => id).join(" "),
      ...numbered(rankedCauses(given).slice(0, 3).map(causeText)),
    });
  return [
    ...brief("show_session", answer),
    ...ofSummary("show_session's session", session),
    ...brief("explain_breaks", explanation.answer),
    ...said("explain_breaks", {
      lost: lostText(explanation.cache),
      ...(answer.cache !== "reads-only" && explanation.cache.breaks !== null && { breaks: explanation.found }),
    }),
    ...(listed ? ofSummary("search_sessions", asSummary(listed as never)) : []),
  ];
}

const asSummary = (row: ListedSession) => ({
  cost: row.cost,
  cache: {
    breaks: row.cache_breaks,
    lost: row.lost,
    lost_cost: row.lost_cost,
    read_share: row.cache_read_share,
  } as SessionSummary["cache"],
  counts: { compactions: row.compactions, responses: row.requests } as SessionSummary["counts"],
});

/** Facts from the lines of `winnow show`. */
export function ofCommand(text: string, answer: CostAnswer): Statement[] {
  const lines = text.split("\n");
  const line = (name: string) =>
    lines
      .find((own) => own.startsWith(`${name} `))
      ?.slice(name.length)
      .trim() ?? "";
  const cache = /^(.*) read, (?:(\d\S*) \S+|breaks (unknown)), lost (.*)$/.exec(line("cache"));
  const sentenceAt = lines.findIndex((own) => own.startsWith("cache ")) + 2;
  const causes = lines.flatMap((own, at) => {
    const name = /^\d+\. (.*) \((?:certain|likely|unknown)\)$/.exec(own)?.[1];
    const figures = /^ {3}(.*?)(?: \((.*?)\))?, (?:at most )?[\d,]+ tokens, ([\d,]+ \w+)/.exec(lines[at + 1] ?? "");
    return name && figures
      ? [{ name, money: figures[1], ...(figures[2] && { share: figures[2] }), count: figures[3] }]
      : [];
  });
  const unexplained = lines.find((own) => own.startsWith("Unexplained breaks: "));
  return said("winnow show", {
    requests: /^([\d,]+), /.exec(line("requests"))?.[1],
    compactions: /compactions (\d+)/.exec(line("requests"))?.[1],
    cost: line("cost").replace(/^at least | \(.*\)$/g, ""),
    read: cache?.[1],
    breaks: cache?.[2] ?? cache?.[3],
    lost: cache?.[4],
    sentence: lines[sentenceAt],
    ...(answer.compactions && {
      dropped: lines.find((own) => own.startsWith(`${answer.compactions?.count} compaction`)),
    }),
    ...(answer.unexplained &&
      !isRanked(answer) && {
        unexplained: `${/: (.*?)\. /.exec(unexplained ?? "")?.[1]}, ${answer.unexplained.evidence.count}`,
      }),
    ...numbered(causes.slice(0, 3)),
  });
}

export type PageData = AgentRequests & {
  readonly id: string;
  readonly summary: SessionSummary;
  readonly agent: string;
};

/** Facts from the session's page as rendered by the server. */
export async function ofSessionPage({ rows, ...page }: PageData, answer: CostAnswer): Promise<Statement[]> {
  const tree = await renderPage(
    createElement(SessionView, {
      ...page,
      notes: [],
      others: [],
      answer,
      packedRows: packRows(rows),
      comments: [],
      live: toLiveSession({ revision: "1", rows, outline: page.outline, answer, endedAt: page.summary.ended_at }),
      drawnAt: Date.parse("2027-01-01"),
    }),
  );
  const section = byLabel(tree, "What it cost, and why");
  return [
    ...ofHeader("session page", tree),
    ...(rows.length === 0 || section === undefined ? [] : ofSection(answer, section)),
    ...ofTimeline("session page", tree, page, rows, answer),
  ];
}

/** Facts from the page's header: cost and read share. */
function ofHeader(place: string, tree: HtmlNode): Statement[] {
  const figures = byTag(tree, "dl")
    .flatMap((list) => byTag(list, "div"))
    .map((own) => [textOf(byTag(own, "dt")[0]), textOf(byTag(byTag(own, "dd")[0] as HtmlNode, "span")[0])] as const);
  const value = (label: string) => figures.find(([name]) => name.startsWith(label))?.[1];
  return said(place, { cost: value("cost"), read: value("read from cache") });
}

function ofSection(answer: CostAnswer, section: HtmlNode): Statement[] {
  const items = byTag(byTag(section, "ol")[0] ?? { tag: "", attributes: "", children: [] }, "li");
  const foot = textOf(section);
  const unexplained = /This log shows no cause for breaks that cost (\S+) \( ?(\d+) requests? ?\)/.exec(foot);
  return said("session page", {
    sentence: textOf(byTag(section, "h2")[0]),
    ...numbered(
      items.map((item) => {
        const [name] = byTag(item, "button").map(textOf);
        const [count] = byClass(item, "max-lg:hidden").map(textOf);
        const [money, share] = byClass(item, "items-baseline")
          .flatMap((own) => byTag(own, "span"))
          .map(textOf);
        return {
          name: name?.replace(/^Cause \d of \d: /, ""),
          money,
          ...(share?.endsWith("%") && { share }),
          count,
        };
      }),
    ),
    ...(isRanked(answer) ? {} : { unexplained: unexplained ? `${unexplained[1]}, ${unexplained[2]}` : "none" }),
    dropped:
      /(No compaction in this session|\d+ compactions?(?: (?:dropped|kept) .*?|: what was lost .*?|: this log shows nothing .*?)\.)(?: |$)/.exec(
        foot,
      )?.[1],
  });
}

/** Facts from the sentence that describes the timeline, which covers one agent. */
function ofTimeline(
  place: string,
  tree: HtmlNode,
  page: Pick<PageData, "agent">,
  rows: readonly RequestRow[],
  answer: CostAnswer,
): Statement[] {
  const sentence = byTag(tree, "p")
    .map(textOf)
    .find((text) => /^\d+ requests?; the prompt grows/.test(text));
  if (sentence === undefined) return [];
  const { agent } = page;
  const own = new Set(rows.map(({ index }) => index));
  const broken = new Set(coveredBreaks(answer).filter((index) => own.has(index)));
  return [
    ...said(place, {
      [`breaks of ${agent}`]: /(\d+) (?:cache breaks?|requests? read over)/.exec(sentence)?.[1] ?? "unknown",
    }),
    ...said("answer", { [`breaks of ${agent}`]: answer.breaks.count === null ? "unknown" : broken.size }),
  ];
}

const isOfReads = (id: string) => ["model-switch", "shorter-prompt", "idle", "unexplained"].includes(id);

type CacheData = {
  readonly cache: SessionCache;
  readonly own: AgentCache;
  readonly simulated: Parameters<typeof CacheView>[0]["simulated"];
};

/** Facts from the Cache page as rendered by the server. */
export async function ofCachePage(
  { rows, ...page }: PageData,
  answer: CostAnswer,
  shown: CacheData,
): Promise<Statement[]> {
  const data = { ...shown, answer, drops: dropsWithoutWrites(rows), packedRows: packRows(rows) };
  const tree = await renderPage(createElement(CacheView, { ...page, ...data }));
  const isOneAgent = rows.length === answer.requests;
  const bars = byLabel(tree, "What the session would have cost");
  const logged = bars && byTag(bars, "div").find((own) => textOf(byTag(own, "dt")[0]).includes("as logged"));
  const rules = byLabel(tree, "Simulated with other rules");
  const without = rules && /(\S+) without a cache/.exec(textOf(rules))?.[1];
  const list = byLabel(tree, "Cache breaks");
  const [tokens, money] = list ? byClass(list, "font-semibold").map(textOf) : [];
  const count = list && /(\d+) breaks?\b(?!.*\d+ breaks?\b)/.exec(textOf(list))?.[1];
  const drops = byLabel(tree, "Requests that read less than the previous one");
  const summary = byTag(tree, "p")
    .map(textOf)
    .find((text) => /of all prompt tokens were read from the cache;/.test(text));
  const inWords =
    summary === undefined ? null : /(\d+) breaks?(?: lost [\d,]+ tokens(?:, (\$[\d.,–]*\d))?)?\./.exec(summary);
  return [
    ...ofHeader("cache page", tree),
    ...ofTimeline("cache page", tree, page, rows, answer),
    ...said("cache page's bars", { cost: logged && textOf(byTag(logged, "dd")[0]) }),
    ...said("cache page's rules", {
      ...(without !== undefined && { "cost without a cache": without }),
    }),
    ...(without !== undefined
      ? said("answer", {
          "cost without a cache": formatMoney(mostOf(answer.cost)),
        })
      : []),
    ...(isOneAgent && list && simulatedIs(shown, false)
      ? said("cache page's list", { breaks: count, lost: tokens === undefined ? undefined : money })
      : []),
    ...(isOneAgent && drops ? said("cache page's drops", { breaks: byTag(drops, "button").length }) : []),
    ...(summary === undefined
      ? []
      : said("cache page in words", {
          read: /([<\d. ]+ %) of all prompt/.exec(summary)?.[1],
          cost: /It cost (?:at least )?(.*?); /.exec(summary)?.[1],
          ...(inWords && { breaks: inWords[1], ...(inWords[2] && { lost: inWords[2] }) }),
        })),
  ];
}

const simulatedIs = ({ simulated }: CacheData, wanted: boolean) => (simulated !== null) === wanted;
