import { BREAK_ADVICE } from "./break-advice";
import { breakEvidence } from "./break-evidence";
import { composition } from "./composition";
import { aboutRequest, findingEvidence } from "./finding-evidence";
import { FINDING_NAMES, FINDING_NOTES, findingText } from "./finding-text";
import { agreement } from "./measure-agreement";
import { metricText } from "./metric-text";
import { recommendation } from "./recommendation";
import { sessionVerdict } from "./session-verdict";

export const en = {
  aboutRequest,
  agreement,
  breakAdvice: BREAK_ADVICE,
  breakEvidence,
  composition,
  findingEvidence,
  findingNames: FINDING_NAMES,
  findingNotes: FINDING_NOTES,
  findingText,
  metricText,
  recommendation,
  sessionVerdict,
};
