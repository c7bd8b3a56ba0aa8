import { BREAK_ADVICE } from "./break-advice";
import { breakEvidence } from "./break-evidence";
import { findingEvidence } from "./finding-evidence";
import { FINDING_NAMES, findingText } from "./finding-text";
import { metricText } from "./metric-text";

export const en = {
  breakAdvice: BREAK_ADVICE,
  breakEvidence,
  findingEvidence,
  findingNames: FINDING_NAMES,
  findingText,
  metricText,
};
