import type { CauseSetting, CostAnswer, CostCause } from "../../api/schemas/cost-answer";
import { formatAmount, formatShareRange } from "../../read-models/words/format-amount";
import { formatTokens } from "../../wording/number-format";
import { changeBy } from "./cause-words";
import { formatCauseMoney, rankedCauses } from "./ranked-causes";
import { requestName } from "./request-name";

/** The answer as lines of plain text, for a terminal and for exports. */
export function answerLines({ sentence, causes, unexplained, compactions, unanswerable }: CostAnswer): string[] {
  const ranked = rankedCauses({ causes, unexplained });
  const small = causes.filter((cause) => !ranked.includes(cause));
  return [
    sentence,
    ...ranked.flatMap((cause, at) => causeLines(cause, at + 1)),
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

/** A cause as lines of plain text. */
export function causeLines(cause: CostCause, rank: number): string[] {
  const { name, confidence, money, share, tokens, evidence, note, setting } = cause;
  const most = money.kind === "range" ? "at most " : "";
  const requests = evidence.requests.slice(0, LISTED).map((request) => requestName(request));
  const more = evidence.requests.length > LISTED ? ", …" : "";
  return [
    "",
    `${rank}. ${name} (${confidence})`,
    `   ${formatCauseMoney(cause)}${share === null ? "" : ` (${formatShareRange(share)})`}, ${most}${formatTokens(tokens)} tokens, ${counted(evidence)}${
      requests.length === 0 ? "" : `: ${requests.join(", ")}${more}`
    }`,
    ...(note === "" ? [] : [`   ${note.replaceAll("\n", " ")}`]),
    `   Change: ${changeBy(cause)}`,
    ...(setting === undefined ? [] : [`   ${setting.text}${updateNote(setting)}`]),
  ];
}

const updateNote = ({ since, update_from }: CauseSetting): string =>
  update_from === undefined ? "" : ` (from version ${since} on; this session used ${update_from})`;

/** `1 request`, `13 edits`. */
export const counted = ({ count, noun }: CostCause["evidence"]): string =>
  `${formatTokens(count)} ${count === 1 ? noun.slice(0, -1) : noun}`;

const briefly = (cause: CostCause): string => `${cause.name} ${formatCauseMoney(cause)}`;
