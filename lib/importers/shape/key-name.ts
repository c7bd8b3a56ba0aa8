/** Replaces every key that could be content. */
export const ANY_KEY = "*";

const MAX_LENGTH = 48;
const WORD = /^[@$_]?[A-Za-z][A-Za-z0-9_-]*$/;
/** Keys of traces: `gen_ai.request.model`. */
const DOTTED = /^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+$/;
/** Endings of file names, which look like dotted keys. */
const FILE_ENDINGS =
  /\.(?:[cm]?[jt]sx?|json[lc5]?|md|mdx|py|go|rs|java|kt|rb|php|sh|cs?|cc|cpp|hp?p?|txt|html?|css|scss|sql|toml|ya?ml|lock|env|log|xml|vue|svelte|swift|ini|cfg|conf|pdf|png|jpe?g|svg|gif)$/i;
/** Ids, hashes, times and numbers: three digits in a row, or hex that is no word. */
const ID = /\d{3}|^(?=.*\d)[0-9a-f-]{8,}$|^(?:[a-z]+[_-])?(?=[^_-]*\d)(?=[^_-]*[A-Za-z])[A-Za-z0-9]{12,}$/i;

/** The key if it looks like a field name, or `*` if it may be an id, a path, a file name or other content. */
export function fieldName(key: string): string {
  if (key.length > MAX_LENGTH || ID.test(key) || FILE_ENDINGS.test(key)) return ANY_KEY;
  return WORD.test(key) || DOTTED.test(key) ? key : ANY_KEY;
}
