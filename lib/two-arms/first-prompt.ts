/** Of longer prompts only the start is compared, because later differences are often a date or path. */
const MAX_CHARACTERS = 2_000;

/**
 * The form in which first prompts are compared: without case, surrounding marks and width of spaces. Null for a text
 * without content.
 */
export function normalisePrompt(text: string): string | null {
  const words = text.slice(0, MAX_CHARACTERS).normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
  const bare = words.replace(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, "");
  return bare === "" ? null : bare;
}
