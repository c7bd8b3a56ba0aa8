"use client";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { type ComponentProps, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { AnswerProvider } from "@/components/answer/answer-context";
import { AnswerSection } from "@/components/answer/answer-section";
import { useAnswer, useOpening } from "@/components/answer/use-answer";
import { createHoverStore } from "@/components/charts/hover-store";
import { useComments } from "@/components/comments/use-comments";
import { useNoticeSwitch } from "@/components/live/live-notice";
import { LiveStrip } from "@/components/live/live-strip";
import { useFollow } from "@/components/live/use-follow";
import { useGrowth } from "@/components/live/use-growth";
import { cn } from "@/components/ui/cn";
import { loadLater } from "@/components/ui/load-later";
import { SkipLink } from "@/components/ui/skip-link";
import { useSay } from "@/components/words/words-provider";
import type { CommentJson } from "@/lib/api/schemas/comment";
import type { CostAnswer, CostCause } from "@/lib/api/schemas/cost-answer";
import type { LiveSession } from "@/lib/api/schemas/live-session";
import type { AgentOutline } from "@/lib/read-models/agent-outline";
import { activityAt } from "@/lib/view-models/session/live-words";
import { type PackedRows, unpackRows } from "@/lib/view-models/session/pack-rows";
import { toTimelineView } from "@/lib/view-models/session/timeline";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import type { SameSession as SameSessionJson, SessionSummary } from "../../lib/api/schemas/session";
import { FormatNotes } from "./format-notes";
import { Inspector } from "./inspector";
import { findPart } from "./message-store";
import { RequestRail } from "./request-rail";
import { RequestStrip } from "./request-strip";
import { SameSession } from "./same-session";
import { SessionHeader } from "./session-header";
import { viewHref } from "./session-nav";
import { SessionTabs } from "./session-tabs";
import { TimelineSection } from "./timeline-section";
import { Transcript } from "./transcript";
import { UnknownRequest } from "./unknown-request";
import { useLoadedMessages, useMessageStore } from "./use-message-store";
import { useSessionKeys } from "./use-session-keys";
import { type TranscriptView, useLinkedRequest, useUrlState } from "./use-session-state";
import { WhichModel } from "./which-model";
import { WithoutRequests } from "./without-requests";

/** Loads the dialogs' contents when the first one is opened. */
const GoToRequest = loadLater(() => import("./go-to-request").then((module) => module.GoToRequest));
/** Only needed for a log without token counts. */
const WhatIsMissing = dynamic(() => import("./what-is-missing").then((module) => module.WhatIsMissing));
const ReceiptDialog = loadLater(() => import("./receipt-dialog").then((module) => module.ReceiptDialog));
const Drawer = loadLater(() => import("@/components/ui/drawer").then((module) => module.Drawer));

export type SessionViewProps = {
  /** The session's id as in the URL, used to load all its data. */
  id: string;
  summary: SessionSummary;
  /** Other files of the same session. */
  others: readonly SameSessionJson[];
  /** What the log lacks, in sentences. */
  notes: readonly string[];
  agent: string;
  /** The shown agent's requests. */
  packedRows: PackedRows;
  outline: AgentOutline;
  /** Cost, causes and remedies over all agents. */
  answer: CostAnswer;
  comments: readonly CommentJson[];
  /** What comes next in the session, if it still grows. */
  live: LiveSession;
  /** When the server rendered the page, in milliseconds. */
  drawnAt: number;
};

/**
 * The session page: the timeline above request list, transcript and inspector. The selection is in the URL, the hovered
 * request in a store.
 */
export function SessionView({ packedRows, ...props }: SessionViewProps) {
  const { summary, others, notes, answer, live } = props;
  const say = useSay();
  const notice = useNoticeSwitch();
  const [opened] = useState(live.revision);
  useGrowth(props.id, live.revision, notice[0] !== "off");
  const growth = { hasGrown: live.revision !== opened, notice };
  const rows = useMemo(() => unpackRows<RequestRow>(packedRows), [packedRows]);
  return (
    <main
      id="main"
      className={cn("flex min-h-0 flex-col max-sm:h-auto", !isModelAsked(summary) && "h-[calc(100dvh-44px)]")}
    >
      {rows.length > 0 ? <SkipLink to="messages">{say("Skip to the messages")}</SkipLink> : null}
      <SessionHeader summary={summary} isModelAskedBelow={rows.length > 0} />
      <SameSession format={summary.format} others={others} />
      {/* For a log without token counts, a dialog lists what its format lacks. */}
      {answer.case === "no-usage" && rows.length > 0 ? null : <FormatNotes notes={notes} />}
      {rows.length === 0 ? (
        <WithoutRequests id={props.id} messages={Object.values(summary.counts.messages).reduce((a, b) => a + b, 0)} />
      ) : (
        <SessionBody {...props} rows={rows} growth={growth} />
      )}
    </main>
  );
}

/** The question about the model needs room, so the page scrolls until it is answered. */
const isModelAsked = ({ stated, models }: SessionSummary) => stated === null && models.length === 0;

type BodyProps = Omit<SessionViewProps, "packedRows"> & {
  rows: readonly RequestRow[];
  growth: Pick<ComponentProps<typeof LiveStrip>, "hasGrown" | "notice">;
};

function SessionBody(props: BodyProps) {
  const { id, summary, agent, rows } = props;
  const session = useSession(props);
  const { selected, spine, setState, hover, setDrawer, isAsking, setAsking } = session;
  const { timeline, row, place, select, onAgent } = session;
  const receipts = props.outline.compactions.length;
  return (
    <AnswerProvider causes={session.causes}>
      <LiveStrip
        {...props.growth}
        live={props.live}
        title={summary.title}
        drawnAt={props.drawnAt}
        follow={session.follow}
      />
      <AnswerSection
        id={id}
        answer={props.answer}
        chosen={session.cause}
        onChoose={session.choose}
        onOpen={session.open}
        {...(receipts > 0 && { onReceipt: () => void setState({ compaction: receipts }) })}
      >
        {props.answer.case === "no-usage" ? <WhatIsMissing row={row} notes={props.notes} /> : null}
      </AnswerSection>
      <TimelineSection
        view={timeline}
        title={summary.title}
        rows={rows}
        agents={summary.agents}
        agent={agent}
        onAgent={onAgent}
        spine={spine}
        onSpine={(next) => void setState({ spine: next })}
        selected={selected}
        onSelect={select}
        hover={hover}
      />
      <SessionTabs
        place={place}
        onInspector={() => setDrawer("inspector")}
        exportPlace={{ sessionId: id, agent, number: row.index_in_agent + 1 }}
      />
      <WhichModel summary={summary} />
      <UnknownRequest note={session.unknownRequest} />
      <RequestStrip
        row={row}
        selected={selected}
        count={rows.length}
        onSelect={select}
        onList={() => setDrawer("rail")}
      />
      {/* A reader who scrolls wants to stay at that place. */}
      <div className="contents" onWheel={session.follow.pause} onTouchMove={session.follow.pause}>
        <Panes body={props} session={session} />
      </div>
      {session.compaction !== null && receipts > 0 ? (
        <ReceiptDialog
          sessionId={id}
          agent={agent}
          revision={props.live.revision}
          number={Math.min(receipts, Math.max(1, session.compaction))}
          count={receipts}
          onNumber={(compaction) => void setState({ compaction })}
        />
      ) : null}
      {isAsking ? <GoToRequest isOpen onClose={() => setAsking(false)} count={rows.length} onGo={select} /> : null}
    </AnswerProvider>
  );
}

type PanesProps = { body: BodyProps; session: ReturnType<typeof useSession> };

/**
 * Request list, transcript and inspector side by side; on narrow screens list and inspector open in a drawer. Transcript
 * and inspector follow the selection in the background, so that a key moves the list and the timeline without delay.
 */
function Panes({ body: { id, summary, rows, outline }, session }: PanesProps) {
  const say = useSay();
  const { window, compactions, prompts } = outline;
  const { part, setState, hover, drawer, setDrawer, find } = session;
  const { store, loaded, timeline, select, comments, isWriting, setWriting } = session;
  const shown = useShownRequest(rows, session);
  const { row, position } = shown;
  const actions = useTranscriptActions(setState, position);
  const rail = (
    <RequestRail
      rows={rows}
      prompts={prompts}
      window={window}
      reserveFrom={timeline.reserveFrom}
      selected={session.selected}
      onSelect={select}
      hover={hover}
      commented={comments.commented}
    />
  );
  const inspector = (
    <Inspector
      sessionId={id}
      row={row}
      position={position}
      window={window}
      part={findPart(loaded, part)}
      counting={summary.counting}
      isCacheSimulated={summary.cache.simulated != null}
      comments={comments}
      isWriting={isWriting}
      onWriting={setWriting}
    />
  );
  return (
    <>
      <div
        className={cn(
          "paper-flow flex min-h-0 flex-1 max-sm:h-[76dvh] max-sm:flex-none",
          isModelAsked(summary) && "h-[76dvh] flex-none",
        )}
      >
        <div className="not-on-paper flex w-66 shrink-0 flex-col border-line2 border-r max-md:hidden">{rail}</div>
        <Transcript
          sessionId={id}
          store={store}
          loaded={loaded}
          requests={shown.rows}
          row={row}
          selected={position}
          view={shown.view}
          part={part}
          compactions={compactions}
          findRef={find}
          {...actions}
        />
        <aside aria-label={say("Inspector")} className="hidden w-80 shrink-0 flex-col border-line2 border-l lg:flex">
          {inspector}
        </aside>
      </div>
      {drawer === null ? null : (
        <Drawer
          title={drawer === "rail" ? say("Requests") : say("Inspector")}
          side={drawer === "rail" ? "left" : "right"}
          onClose={() => setDrawer(null)}
        >
          {drawer === "rail" ? rail : inspector}
        </Drawer>
      )}
    </>
  );
}

/** The request and view that transcript and inspector show; they change after the urgent parts of the page. */
function useShownRequest(rows: readonly RequestRow[], { selected, view }: ReturnType<typeof useSession>) {
  const wanted = useMemo(
    () => ({ rows, position: selected, row: rows[selected] as RequestRow, view }),
    [rows, selected, view],
  );
  return useDeferredValue(wanted);
}

/** What the transcript's controls do while it shows the request at `position`. */
function useTranscriptActions(setState: ReturnType<typeof useUrlState>[1], position: number) {
  const onView = useCallback((view: TranscriptView) => void setState({ view }), [setState]);
  const onReceipt = useCallback((compaction: number) => void setState({ compaction }), [setState]);
  const onPart = useCallback(
    (next: string) =>
      void setState(({ part: before }) => ({ request: position + 1, part: before === next ? null : next })),
    [setState, position],
  );
  return { onView, onPart, onReceipt };
}

/** The state of the page and the actions of its controls and keys. */
function useSession(props: BodyProps) {
  const { id, summary, agent, rows, outline, answer, comments: kept } = props;
  const router = useRouter();
  const { follow, ...inUrl } = useSelection(props);
  const { selected, view, spine, setState } = inUrl;
  const [hover] = useState(createHoverStore);
  const [drawer, setDrawer] = useState<"inspector" | "rail" | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isWriting, setIsWriting] = useState(false);
  const setWriting = (next: boolean) => {
    if (next) follow.pause(); // a new request would replace the form
    setIsWriting(next);
  };
  const comments = useComments(id, agent, kept);
  const find = useRef<(() => void) | null>(null);
  const store = useMessageStore(id, { agent, revision: props.live.revision, total: outline.messages });
  const loaded = useLoadedMessages(store);
  const { timeline, nextOfCause, ...answered } = useAnswered({ answer, rows, outline }, inUrl);
  const row = rows[selected] as RequestRow;

  const select = useCallback((position: number) => void setState({ request: position + 1 }), [setState]);
  const onAgent = useCallback(
    (next: string) => router.push(`/sessions/${encodeURIComponent(id)}?agent=${encodeURIComponent(next)}` as never),
    [router, id],
  );
  const open = (cause: CostCause) => {
    const [first] = cause.evidence.requests;
    if (!first || first.agent === agent) return answered.choose(cause);
    router.push(viewHref("transcript", { id, agent: first.agent, position: first.number - 1 }) as never);
  };
  const place = { id, agent, position: selected };
  useSessionKeys({
    rows,
    breaks: timeline.breaks.map(({ at }) => at),
    nextOfCause: (step) => select(nextOfCause(selected, step) ?? selected),
    prompts: outline.prompts,
    agents: summary.agents,
    agent,
    selected,
    select,
    onAgent,
    toggleView: () => void setState({ view: view === "live" ? "full" : "live" }),
    toggleSpine: () => void setState({ spine: spine === "chart" ? "table" : "chart" }),
    toggleInspector: () => !hasInspectorPane() && setDrawer(drawer === "inspector" ? null : "inspector"),
    find: () => find.current?.(),
    goTo: () => setAsking(true),
    comment: () => {
      if (!hasInspectorPane()) setDrawer("inspector");
      setWriting(true);
    },
    compare: () => router.push(viewHref("compare", place) as never),
    receipt: () => void setState({ compaction: outline.compactions.length || null }),
    follow: follow.isOn ? follow.pause : follow.follow,
    escape: () => void setState({ part: null }),
  });
  const actions = { select, onAgent, open, ...answered };
  const dialogs = { drawer, setDrawer, isAsking, setAsking, isWriting, setWriting };
  return { ...inUrl, ...dialogs, ...actions, follow, comments, hover, find, store, loaded, timeline, row, place };
}

/** The request in the URL. Without one, the newest while the session grows, otherwise the most interesting one. */
function useSelection({ rows, answer, live, drawnAt }: BodyProps) {
  const opening = useOpening(answer, rows);
  const [state, setState] = useUrlState();
  const lastAt = live.last_at === null ? null : Date.parse(live.last_at);
  const follow = useFollow({
    count: rows.length,
    startsOn: activityAt(lastAt, drawnAt) !== "ended",
    named: state.request,
    onName: (request) => void setState({ request, part: null }),
  });
  const linked = useLinkedRequest(state.request, rows.length, follow.isOn ? rows.length - 1 : opening);
  return { ...state, ...linked, setState, follow };
}

type AnsweredProps = Pick<BodyProps, "answer" | "rows" | "outline">;

/** The answer with its chosen cause, and the timeline with the answer's breaks. */
function useAnswered(
  { answer, rows, outline }: AnsweredProps,
  { cause, setState }: Omit<ReturnType<typeof useSelection>, "follow">,
) {
  const say = useSay();
  const { window, reserve_from, compactions } = outline;
  const onCause = useCallback(
    (next: string, at: number | null) => void setState({ cause: next, ...(at !== null && { request: at + 1 }) }),
    [setState],
  );
  const { breaks, ...answered } = useAnswer(answer, rows, cause, onCause);
  const timeline = useMemo(
    () => toTimelineView({ rows, window, reserveFrom: reserve_from, compactions, breaks }, say),
    [rows, window, reserve_from, compactions, breaks, say],
  );
  return { ...answered, timeline };
}

/** Whether the page is wide enough to show the inspector next to the transcript (the `lg` breakpoint). */
const hasInspectorPane = () => globalThis.matchMedia("(min-width: 1280px)").matches;
