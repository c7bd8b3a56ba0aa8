import type { Secret, SecretDetector } from "./redact";

/** Characters a foreign detector is given at once: what its patterns cost beyond the length is bounded by this. */
export const WINDOW = 1 << 16;
/** Longer than any secret of the presets (a GitHub App token: 12 thousand): each is whole in some window. */
export const OVERLAP = 1 << 14;
const STEP = WINDOW - OVERLAP;

/** The detector, asked about a long text window by window. Places are those of the whole text; some are told twice. */
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

/** Only the cut made it look like a secret, or a part of one: the window beside this one has it whole. */
const isCut = ({ start, end }: Secret, hasBefore: boolean, isLast: boolean): boolean =>
  (hasBefore && start === 0) || (!isLast && end === WINDOW && start > STEP);
