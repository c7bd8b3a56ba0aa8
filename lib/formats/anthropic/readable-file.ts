/**
 * True if the Messages API reads a file with these bytes: four types of images, and PDF. Sources: platform.claude.com,
 * "Vision" and "PDF support", 2026.
 */
export const isReadableFile = ({ mediaType, data }: { readonly mediaType: string; readonly data?: string }): boolean =>
  data === undefined || /^(?:image\/(?:jpeg|png|gif|webp)|application\/pdf)$/.test(mediaType);
