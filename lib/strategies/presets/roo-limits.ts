/**
 * Tokens that Roo Code reserves for the answer if the model's maximum output is unset or 0
 * (src/core/sliding-window/index.ts of 3.25.8, src/core/context-management/index.ts of cb836567).
 */
export const ROO_RESERVED_TOKENS = 8192;

/** Share of the window that Roo Code leaves free (the same files). */
export const ROO_BUFFER = 0.1;
