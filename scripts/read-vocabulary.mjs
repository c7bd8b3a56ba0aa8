/** Readers of the formats in which byte-pair vocabularies are published. Each returns tokens by rank, as bytes. */

const NONE = Buffer.alloc(0);

/** tiktoken's rank files: one line per token, its bytes in base64 and its rank. */
export function readTiktoken(text) {
  const tokens = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [base64, rank] = line.split(" ");
    tokens[Number(rank)] = Buffer.from(base64, "base64");
  }
  for (let rank = 0; rank < tokens.length; rank += 1) if (!tokens[rank]) throw new Error(`no token has rank ${rank}`);
  return { tokens };
}

/**
 * The characters that represent bytes in GPT-2's format: printable ones for themselves, the others starting
 * at U+0100.
 */
function byteCharacters() {
  const bytes = new Map();
  let next = 256;
  for (let byte = 0; byte < 256; byte += 1) {
    const isPrintable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    bytes.set(String.fromCharCode(isPrintable ? byte : next++), byte);
  }
  return bytes;
}
const BYTES = byteCharacters();

function decode(token) {
  const bytes = Array.from(token, (character) => BYTES.get(character));
  if (bytes.includes(undefined)) throw new Error(`${token} is not in byte characters`);
  return Buffer.from(bytes);
}

const pairOf = (merge) => (Array.isArray(merge) ? merge : merge.split(" "));

/**
 * A Hugging Face tokenizer.json of a byte-level BPE. Consecutive ids are ranks if the merges make the tokens in the order
 * of their ids, which is checked.
 */
export function readByteLevel(text) {
  const { model, added_tokens: added } = JSON.parse(text);
  const special = new Set(added.map(({ content }) => content));
  const ordinary = Object.entries(model.vocab)
    .filter(([token]) => !special.has(token))
    .sort(([, a], [, b]) => a - b);
  const firstId = ordinary[0][1];
  const made = [...new Set(model.merges.map((merge) => pairOf(merge).join("")))];
  ordinary.forEach(([token, id], rank) => {
    if (id !== firstId + rank) throw new Error(`the ids have a gap before ${id}`);
    if (rank >= 256 && made[rank - 256] !== token) throw new Error(`${token} is not merged in the order of the ids`);
  });
  return { tokens: ordinary.map(([token]) => decode(token)), firstId };
}

/** Texts of control tokens. Gemma's tokenizer recognises them, but in a transcript they are ordinary text. */
export const GEMMA_CONTROL =
  /^(<(pad|eos|bos|unk|mask|unused\d+|start_of_turn|end_of_turn|start_of_image|end_of_image|image_soft_token)>|\[multimodal\])$/;

/**
 * Gemma's tokenizer.json: its tokens consist of characters, with "▁" for a space, which is written as a space here. Ids are
 * ranks, because merges make the tokens in their order. Exceptions are runs of one white-space character and HTML tags,
 * which are split off before merging (split-gemma.ts). `<0x00>`, `<0x01>`, … are the bytes of characters without a token.
 */
export function readSentencePieces(text) {
  const { model } = JSON.parse(text);
  const tokens = Array(Object.keys(model.vocab).length).fill(NONE);
  for (const [token, id] of Object.entries(model.vocab))
    if (!GEMMA_CONTROL.test(token) && !/^<0x[0-9A-F]{2}>$/.test(token))
      tokens[id] = Buffer.from(token.replaceAll("▁", " "));
  let last = -1;
  for (const merge of model.merges) {
    const token = merge.join("");
    if (/^(\n+|\t+|▁+)$/.test(token)) continue;
    if (model.vocab[token] < last) throw new Error(`${token} is not merged in the order of the ids`);
    last = model.vocab[token];
  }
  const byteId = model.vocab["<0x00>"];
  return { tokens: withoutUnreachable(tokens, byteId), byteId, unit: 1 };
}

/**
 * Leaves out tokens that merging never produces, not even from their own text ("▁YYYY" ends as "▁Y", "YY", "Y"),
 * because the counter counts a piece that is a token as one token. Tokens below `byteId` are split off from the text
 * and not merged.
 */
function withoutUnreachable(tokens, byteId) {
  const ranks = new Map(tokens.map((token, rank) => [token.toString(), rank]));
  const isWhite = (text) => /^(\n+|\t+| +)$/.test(text);
  return tokens.map((token, rank) => {
    const text = token.toString();
    return rank < byteId || isWhite(text) || merge([...text], ranks).length === 1 ? token : NONE;
  });
}

/** Joins the adjacent pair with the lowest rank (the leftmost on a tie), until no pair is a token. */
function merge(parts, ranks) {
  for (;;) {
    let lowest = Number.POSITIVE_INFINITY;
    let at = -1;
    for (let pair = 0; pair + 1 < parts.length; pair += 1) {
      const rank = ranks.get(parts[pair] + parts[pair + 1]) ?? Number.POSITIVE_INFINITY;
      if (rank < lowest) [lowest, at] = [rank, pair];
    }
    if (at < 0) return parts;
    parts.splice(at, 2, parts[at] + parts[at + 1]);
  }
}
