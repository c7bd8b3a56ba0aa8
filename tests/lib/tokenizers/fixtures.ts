/** Strings with counts measured with tiktoken 1.0.22 (wasm), special-token text as ordinary text (2026-11). */
export const SAMPLES: Readonly<Record<string, { text: string; o200k: number; cl100k: number }>> = {
  cjk: {
    text: "模型上下文窗口的大小决定了一次请求可以处理的令牌数量。このツールは会話ログのトークン数を数えます。이 애플리케이션은 대화 기록의 토큰 수를 계산합니다。",
    o200k: 51,
    cl100k: 73,
  },
  emoji: {
    text: "\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67\u200d\ud83d\udc66 family \ud83d\udc4d\ud83c\udffd \ud83c\uddef\ud83c\uddf5 \ud83c\udff3\ufe0f\u200d\ud83c\udf08 \u2764\ufe0f\u200d\ud83d\udd25 e\u0301 \ufb01 \u00bd \u2460  \ud835\udcb3\ud835\udcce \u200b\u200d\ufeff zero-width",
    o200k: 49,
    cl100k: 68,
  },
  arabicHindi: {
    text: "مرحبا بالعالم، هذا اختبار. नमस्ते दुनिया यह एक परीक्षण है। สวัสดีชาวโลก Привет мир שלום עולם",
    o200k: 29,
    cl100k: 82,
  },
  whitespace: {
    text: `a${" ".repeat(500)}b\n\n\n\n\t\t\t\t   \r\n\r\n    x${"\n".repeat(200)}\u00a0\u3000\u2003y`,
    o200k: 29,
    cl100k: 24,
  },
  special: {
    text: "plain <|endoftext|> and <|im_start|>user<|im_end|> <|fim_prefix|> <|start|>assistant<|message|> <META> <EOT> <s></s> [INST] <bos> <start_of_turn> <|begin_of_text|> <｜User｜> </think> <tool_call>",
    o200k: 81,
    cl100k: 79,
  },
  contractions: {
    text: "I'm you're WE'VE they'LL it'S don't I\u2019m o\u2019clock 'tis",
    o200k: 17,
    cl100k: 22,
  },
  numbers: {
    text: "1234567890 3.14159265 0x1F600 1,000,000 2025-10-01T12:34:56.789Z 1e-9 \u0661\u0662\u0663",
    o200k: 47,
    cl100k: 50,
  },
  proto: {
    text: "constructor toString valueOf hasOwnProperty __proto__ isPrototypeOf  constructor __proto__ toLocaleString __defineGetter__",
    o200k: 26,
    cl100k: 23,
  },
  lone: { text: "lone surrogate \ud83d end \udc00 x", o200k: 7, cl100k: 7 },
  controls: { text: "\u0000\u0001\u007f\u0085\u2028 ctrl \u001b[31mred\u001b[0m", o200k: 17, cl100k: 16 },
};
