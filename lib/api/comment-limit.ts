/** Maximum characters of a comment. Apart from its schema, so that pages do not load zod for it. */
export const MAX_COMMENT = 4_000;
