import type { Secret, SecretDetector } from "./redact";

/** Maximum number of characters per call of an external detector. Limits the cost of patterns that are not linear. */
export const WINDOW = 1 << 16;
/**
 * Longer than any secret of the presets (a GitHub App token has 12 thousand characters), so that some window contains
 * each of them completely.
 */
export const OVERLAP = 1 << 14;
const STEP = WINDOW - OVERLAP;

/**
 * Calls the detector on a long text, window by window. Positions refer to the entire text; some secrets are reported
 * twice.
 */
export const inWindows =
  (detect: SecretDetector): SecretDetector =>
  (text) => {
    if (text.length <= WINDOW) return detect(text);
    const found: Secret[] = [];
    for (let base = 0; base === 0 || base + OVERLAP < text.length; base += STEP) {
      const window = text.slice(base, base + WINDOW);
      const isLast = base + WINDOW >= text.length;
      for (const secret of detect(window)) {
        if (isCut(secret, base > 0, isLast)) continue;
        found.push({ ...secret, start: secret.start + base, end: secret.end + base });
      }
    }
    return found;
  };

/** True if it only looks like a secret because of the cut, or is part of one. The next window contains all of it. */
const isCut = ({ start, end }: Secret, hasBefore: boolean, isLast: boolean): boolean =>
  (hasBefore && start === 0) || (!isLast && end === WINDOW && start > STEP);
