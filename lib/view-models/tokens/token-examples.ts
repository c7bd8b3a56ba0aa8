import { sentence } from "../../wording/say";

/** Built-in texts of the tokens page; `lines` labels the lines for comparison. */
export type TokenExample = {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly lines?: readonly string[];
  /** Positions of two lines with the same meaning, whose counts are compared. */
  readonly sameSentence?: readonly [first: number, second: number];
};

export const TOKEN_EXAMPLES: readonly TokenExample[] = [
  {
    id: "compression",
    title: sentence("A heading in two languages"),
    text: ["LLM context compression is not simple", "LLM 上下文压缩不简单"].join("\n"),
    lines: [sentence("English"), sentence("Chinese")],
    sameSentence: [0, 1],
  },
  {
    id: "languages",
    title: sentence("Chinese and English"),
    text: [
      "Artificial intelligence needs context",
      "人工智能需要上下文",
      "src/server/session_files.ts:155: exit status 1",
      '{"tool":"Read","offset":628,"limit":80,"is_error":false}',
    ].join("\n"),
    lines: [sentence("English"), sentence("Chinese"), sentence("Path and number"), "JSON"],
    sameSentence: [0, 1],
  },
  {
    id: "code",
    title: sentence("Code"),
    text: [
      "export function countTokens(text: string): number {",
      "  const pieces = splitPieces(text.normalize());",
      "  return pieces.reduce((sum, piece) => sum + countPiece(piece), 0);",
      "}",
    ].join("\n"),
  },
  {
    id: "languages-more",
    title: sentence("Ten languages"),
    text: [
      "All human beings are born free and equal in dignity and rights.",
      "人人生而自由，在尊严和权利上一律平等。",
      "すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とについて平等である。",
      "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
      "Все люди рождаются свободными и равными в своем достоинстве и правах.",
      "يولد جميع الناس أحراراً متساوين في الكرامة والحقوق.",
      "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।",
      "Alle Menschen sind frei und gleich an Würde und Rechten geboren.",
      "Todos los seres humanos nacen libres e iguales en dignidad y derechos.",
      "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi.",
    ].join("\n"),
    lines: [
      sentence("English"),
      sentence("Chinese"),
      sentence("Japanese"),
      sentence("Korean"),
      sentence("Russian"),
      sentence("Arabic"),
      sentence("Hindi"),
      sentence("German"),
      sentence("Spanish"),
      sentence("Vietnamese"),
    ],
    sameSentence: [0, 1],
  },
  {
    id: "odd",
    title: sentence("Emoji and repeated characters"),
    text: "👩‍👩‍👧‍👦 family 👍🏽 🇯🇵 ❤️‍🔥\naaaaaaaaaaaaaaaaaaaaaaaa\n                    indented\niVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4",
    lines: [sentence("Emoji"), sentence("One letter"), sentence("Spaces"), "Base64"],
  },
];

export const DEFAULT_TOKENIZERS = ["o200k", "cl100k", "gemini", "claude"] as const;
/** Longer texts are counted but shown without cuts. */
export const MAX_CUT_CHARACTERS = 20_000;
/** Maximum text length on the page; the API accepts more. */
export const MAX_CHARACTERS = 200_000;
