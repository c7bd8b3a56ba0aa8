import type { AnswerRequest } from "../../api/schemas/cost-answer";
import { ofAgent } from "../../read-models/words/of-agent";
import { formatRequestReference } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

/** `#5`, or `#5 of explore`. Apart from the notes, whose many sentences a page loads later. */
export const requestName = ({ agent, number }: AnswerRequest, say: Say = english): string =>
  `${formatRequestReference(number - 1)}${ofAgent(agent === "main" ? null : agent, say)}`;
