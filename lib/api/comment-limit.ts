/** Maximum length of a comment in characters. Not in the schema's file, so that pages do not load zod for it. */
export const MAX_COMMENT = 4_000;
