import type { CauseSetting, CostAnswer, CostCause } from "../../api/schemas/cost-answer";
import { formatAmount } from "../../read-models/words/format-amount";
import { formatTokens } from "../../wording/number-format";
import { letterOf } from "./cause-of-request";
import { changeBy } from "./cause-words";
import { formatCauseMoney, formatCauseShare, rankedCauses } from "./ranked-causes";
import { requestName } from "./request-name";

/** The answer as lines of plain text, for a terminal and for exports. */
export function answerLines(answer: CostAnswer): string[] {
  const { sentence, causes, unexplained, compactions, unanswerable } = answer;
  const ranked = rankedCauses(answer);
  const small = causes.filter((cause) => !ranked.includes(cause));
  return [
    sentence,
    ...ranked.flatMap((cause, at) => causeLines(cause, answer, at + 1)),
    ...(small.length === 0 ? [] : ["", `Smaller: ${small.map(briefly).join("; ")}`]),
    ...(unexplained === null || ranked.includes(unexplained)
      ? []
      : ["", `${unexplained.name}: ${formatAmount(unexplained.money)}. ${unexplained.note}`]),
    ...(compactions === null ? [] : ["", compactions.sentence]),
    ...(unanswerable.length === 0
      ? []
      : ["", `Not checked, because the log contains too little: ${unanswerable.map(({ name }) => name).join("; ")}`]),
  ];
}

const LISTED = 10;

/** A cause of this answer as lines of plain text. */
export function causeLines(cause: CostCause, answer: Pick<CostAnswer, "cache">, rank: number): string[] {
  const { id, name, confidence, share, tokens, evidence, note, setting } = cause;
  const most = areTokensAtMost(cause, answer) ? "at most " : "";
  const requests = evidence.requests.slice(0, LISTED).map((request) => requestName(request));
  const more = evidence.requests.length > LISTED ? ", …" : "";
  return [
    "",
    `${rank}. ${name} (${confidence})`,
    `   ${formatCauseMoney(cause)}${share === null ? "" : ` (${formatCauseShare(id, share)})`}, ${most}${formatTokens(tokens)} tokens, ${counted(evidence)}${
      requests.length === 0 ? "" : `: ${requests.join(", ")}${more}`
    }`,
    ...(note === "" ? [] : [`   ${note.replaceAll("\n", " ")}`]),
    `   Change: ${changeBy(cause)}`,
    ...(setting === undefined ? [] : [`   ${setting.text}${updateNote(setting)}`]),
  ];
}

/** Without logged cache writes, what a break lost may never have been cached; other causes count what was sent. */
const areTokensAtMost = (cause: CostCause, { cache }: Pick<CostAnswer, "cache">): boolean =>
  cache === "reads-only" && letterOf(cause) !== null;

const updateNote = ({ since, update_from }: CauseSetting): string =>
  update_from === undefined ? "" : ` (since version ${since}; this session used ${update_from})`;

/** `1 request`, `13 edits`. */
export const counted = ({ count, noun }: CostCause["evidence"]): string =>
  `${formatTokens(count)} ${count === 1 ? noun.slice(0, -1) : noun}`;

const briefly = (cause: CostCause): string => `${cause.name} ${formatCauseMoney(cause)}`;
