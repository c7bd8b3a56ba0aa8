/** Quotes a text as data in a prompt, between lines with a random `mark` that the text's author could not have known. */
export const quoteUntrusted = (title: string, text: string, mark: string): string =>
  `<<<${title} ${mark}\n${text.replaceAll(mark, "")}\n${mark} END ${title}>>>`;
