import type * as z from "zod";
import type { MeasuredAdvice } from "../api/answers/advice";
import { Problem } from "../api/problem";
import type { AdviceLeftOut, AdviceSummary } from "../api/schemas/advise";
import { adviseBody } from "../api/schemas/advise";
import type { CompareAnswer } from "../api/schemas/compare";
import type { CompressAccount } from "../api/schemas/compress";
import type { compareBody, compressBody } from "../api/schemas/compress-body";
import type { returnedConversation } from "../api/schemas/conversation";
import type { EvaluateAnswer, evaluateBody } from "../api/schemas/evaluate";
import { type ReplayAnswer, replayBody } from "../api/schemas/replay";
import { problemOfZod } from "../api/zod-problem";
import type { CallResult } from "../compress/call";
import { compareRequest } from "../compress/compare-request";
import { compressRequest } from "../compress/compress-request";
import { evaluateRequest } from "../compress/evaluate-request";
import type { KeptText, Surroundings } from "../compress/surroundings";
import { checkJson } from "../conversation/check-json";
import type { TranscriptImport } from "../importers/importer";
import { type Analysis, analyzeSession } from "../pipeline/analyze-session";
import type { Session } from "../transcript/session";
import { familiesOf, measureForAdvice, policiesOf, weighAdvice } from "./advise-analysis";
import { readTranscript, type TranscriptInput, type TranscriptOptions } from "./read-transcript";
import { replayAnalysis } from "./replay-analysis";
import type { Runtime } from "./runtime";
import { createShelf } from "./vocabulary-shelf";

/** What a provider's body may contain in addition to Winnow's parameters. */
type Settings = { readonly [name: string]: unknown };

/** A conversation's lists, which callers may pass as readonly. */
type Lists = "messages" | "contents";
type Given<Body> = Partial<Omit<Body, Lists>> & { readonly [Key in Lists]?: readonly unknown[] } & Settings;

/** The body of POST /api/compress: a conversation in a provider's format plus Winnow's parameters. */
export type CompressInput = Given<z.input<typeof compressBody>>;
/** The body of POST /api/compress/compare: that of POST /api/compress with `strategies`. */
export type CompareInput = Given<z.input<typeof compareBody>>;
/** The body of POST /api/evaluate without `judge`: an original and its compressed version. */
export type EvaluateInput = Omit<z.input<typeof evaluateBody>, "judge">;

/** The keys of a conversation, in any of the five shapes, which are returned as they were sent. */
type ConversationKey = keyof typeof returnedConversation;
type Conversation<Body> = { [Key in Extract<keyof Body, ConversationKey>]: Body[Key] };
type Account<Body> = Body extends { readonly winnow: unknown } ? { readonly winnow: CompressAccount } : CompressAccount;

/**
 * The smaller conversation in its original shape and types, with a report. The report is under `winnow` if the
 * parameters were. The provider's settings are returned unchanged.
 */
export type CompressResult<Body = unknown> = Account<Body> & Conversation<Body> & { readonly [name: string]: unknown };

/** A store for originals put aside and for long states. A `Map` will do. */
export type Outputs = {
  /** The text stored under this id. */
  get(id: string): KeptText | undefined | Promise<KeptText | undefined>;
  /** Stores a text. */
  set(id: string, kept: KeptText): unknown;
};

/** Options of a call that are not in its body. */
export type CallSettings = {
  /**
   * Pass the same one to each call about a conversation. Without it nothing is stored, so a state is never a reference
   * and texts put aside cannot be read back.
   */
  readonly outputs?: Outputs;
};

/** Which policies to replay, over which agent of the session. */
export type ReplaySettings = {
  readonly policies: z.input<typeof replayBody>["policies"];
  /** Default: `main`. */
  readonly agent?: string;
};

/** Limits and prices for the advice, as in the body of POST /api/advise. */
export type AdviseSettings = Partial<Omit<z.input<typeof adviseBody>, "sessions" | "title">>;
/** The advice, with the sessions that were left out and why. Sessions are identified by id. */
export type AdviceAnswer = AdviceSummary;

/** The package's functions. Failures that the caller caused are thrown as a `Problem` with a `code`. */
export type Library = {
  /** Makes a conversation smaller, like POST /api/compress. Rules write the summaries: no model is called. */
  readonly compress: <Body extends CompressInput>(body: Body, settings?: CallSettings) => Promise<CompressResult<Body>>;
  /** The results of several strategies for one conversation, one row each, like POST /api/compress/compare. */
  readonly compare: (body: CompareInput, settings?: CallSettings) => Promise<CompareAnswer>;
  /** What a compression lost, like POST /api/evaluate. No judge is called. */
  readonly evaluate: (body: EvaluateInput) => Promise<EvaluateAnswer>;
  /** Reads a transcript of any known format, which is recognised by its content. */
  readonly readTranscript: (input: TranscriptInput, options?: TranscriptOptions) => Promise<TranscriptImport>;
  /** Counts a session, anchors the counts to what the provider reported, and explains its cache. */
  readonly analyze: (session: Session) => Promise<Analysis>;
  /** Runs policies over an entire session, request by request, like POST /api/replay. */
  readonly replay: (analysis: Analysis, settings: ReplaySettings) => Promise<ReplayAnswer>;
  /** At what threshold, and with which strategy, to compact. Like POST /api/advise, for one session or several. */
  readonly advise: (analyses: Analysis | readonly Analysis[], settings?: AdviseSettings) => Promise<AdviceAnswer>;
};

/** Creates the package's functions from the runtime. All calls share loaded vocabularies. */
export function createLibrary(runtime: Runtime): Library {
  const shelf = createShelf(runtime.readVocabulary);
  const { withVocabularies } = shelf;
  const surrounded = (outputs?: Outputs): Surroundings => ({
    ...runtime,
    ...storedNowhere,
    ...keeping(outputs),
    vocabularies: shelf.load,
  });
  return {
    compress: <Body extends CompressInput>(body: Body, { outputs }: CallSettings = {}) =>
      withVocabularies(async () => {
        const options = { keepsOutputs: outputs !== undefined };
        return answerOf<CompressResult<Body>>(await compressRequest(body, options, surrounded(outputs)));
      }),
    compare: (body, { outputs } = {}) =>
      withVocabularies(async () => answerOf<CompareAnswer>(await compareRequest(body, {}, surrounded(outputs)))),
    evaluate: (body) =>
      withVocabularies(async () => {
        const result = await evaluateRequest(body, surrounded());
        if (!result.ok) throw result.error;
        return result.value.answer as EvaluateAnswer;
      }),
    readTranscript: (input, options) => readTranscript(input, runtime, options),
    analyze: (session) => withVocabularies(() => analyzeSession(session, shelf.load)),
    replay: (analysis, settings) => {
      const session = { id: analysis.session.id };
      return withVocabularies(() => replayAnalysis(analysis, read(replayBody, { session, ...settings }), surrounded()));
    },
    advise: (analyses, settings = {}) =>
      withVocabularies(() => {
        const list = [analyses].flat() as readonly Analysis[];
        return adviseOver(list, read(adviseBody, settings), surrounded());
      }),
  };
}

/** Programs have no stored sessions. */
const storedNowhere: Pick<Surroundings, "loadStored"> = {
  loadStored: (id) => {
    throw new Problem(404, "no-such-session", `no sessions are stored here, so there is no session ${id}`, {
      errors: [{ pointer: "$.session.id", detail: "send the messages themselves" }],
    });
  },
};

const keeping = (outputs: Outputs | undefined): Pick<Surroundings, "readKept" | "keep"> => ({
  readKept: async (id) => (await outputs?.get(id))?.text ?? null,
  keep: async (kept) => void (await outputs?.set(kept.id, kept)),
});

/** The answer of a call; a problem if the call needs a model, because none can be called from here. */
function answerOf<Answer>(result: CallResult): Answer {
  if (!result.ok) throw result.error;
  if (result.value.answer) return result.value.answer as Answer;
  throw new Problem(422, "summarizer-unknown", "no model can be called from here", {
    errors: [{ pointer: "$.summarizer", detail: 'leave it out, or use "extractive"' }],
  });
}

function read<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = checkJson(schema, given);
  if (parsed.success) return parsed.data;
  throw problemOfZod(parsed.error);
}

function adviseOver(
  analyses: readonly Analysis[],
  body: z.output<typeof adviseBody>,
  surroundings: Surroundings,
): AdviceAnswer {
  const policies = policiesOf(body, familiesOf(body), analyses.length === 1);
  const measured: MeasuredAdvice[] = [];
  const leftOut: AdviceLeftOut[] = [];
  for (const analysis of analyses) {
    const { id } = analysis.session;
    const outcome = measureForAdvice({ id, analysis }, policies, surroundings);
    if (outcome.ok) measured.push(outcome.measured);
    else leftOut.push({ id, code: outcome.code, message: outcome.message });
  }
  return weighAdvice({
    measured,
    asked: analyses.length,
    leftOut,
    price: body.price_per_lost_fact,
    mostLost: body.most_lost_per_100,
    isStopped: false,
  });
}
