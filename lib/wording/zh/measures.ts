export const measures = {
  "Tokens after": "之后的 token",
  "The tokens of the prompt after the compression.": "压缩之后提示词的 token。",
  "of the tokens before": "占之前的 token",
  "The share of the prompt's tokens that the compression removed.": "压缩所去掉的 token 占提示词的比例。",
  "Cached prefix kept": "保留的缓存前缀",
  "tokens written again": "重新写入的 token",
  "The tokens from the start of the prompt to the first change, which can still be read from the cache.":
    "从提示词开头到第一处更改的 token：它们仍可从缓存读取。",
  "Tokens written again": "重新写入的 token",
  "after the first change": "第一处更改之后",
  "The tokens after the first change, which must be written to the cache again.":
    "第一处更改之后的 token：缓存必须为它们重新写入。",
  "Break-even": "回本点",
  "requests until compressing pays off": "回本所需的请求",
  "The number of later requests after which the smaller prompt has saved the cost of the broken cache.":
    "经过多少次之后的请求，较小的提示词省下了缓存失效的费用。",
  "money, against not compressing": "金额，与不压缩相比",
  "The cost of ten more requests with the compression, minus their cost without it.":
    "再进行十次请求，压缩时的费用减去不压缩时的费用。",
  "Tokens per task": "每个任务的 token",
  "rest of the log, with fetches": "日志其余部分，含取回",
  "The tokens for the rest of the log with the smaller prompt: every later prompt, the model's output, and what is fetched again.":
    "使用较小的提示词时日志其余部分所需的 token：之后的每个提示词、模型写的内容，以及再次取回的内容。",
  "facts that are still shown": "仍可见的事实",
  "Of the facts in the original, the share that the result still shows; rare facts weigh more.":
    "原文的事实中结果仍显示的比例；罕见的事实权重更大。",
  Survival: "保留情况",
  Faithfulness: "忠实度",
  "of the facts in newly written text": "占其自己写出的事实",
  "Of the facts in newly written text, the share that is also in the original; the others are invented.":
    "新写文本的事实中也在原文里的比例；其余是编造的。",
  "needed: the agent used them later": "所需：智能体之后用到了它们",
  "Of the facts used later in the log, the share that the result still shows.":
    "日志之后用到的事实中，结果仍显示的比例。",
  "Recall of long lines": "长行的召回率",
  "of the lines copied later": "占之后被照抄的",
  "Of the long lines copied later in the log, the share that the result still shows.":
    "日志之后照抄的长行中，结果仍显示的比例。",
  "Recall of sole sources": "唯一来源的召回率",
  "of facts that were in only one message": "占只在一条消息中的事实",
  "The recall of needed facts that were in only one message, so no other message could preserve them.":
    "只出现在一条消息中的所需事实的召回率，别处无法保留它们。",
  "runs of six words written later": "之后写出的六词连串",
  "Of the runs of six words repeated later in the log, the share that the result still shows.":
    "日志之后逐字写出的六词连串中，结果仍显示的比例。",
  "Recall of rare words": "罕见词的召回率",
  "from only one or two parts, repeated later": "只出现在一两个部分中，之后又被重复",
  "Of the rare words (from only one or two parts) repeated later in the log, the share that the result still shows.":
    "只在一两个部分中出现而日志之后写出的词中，结果仍显示的比例。",
  "needed later, no longer shown": "之后用到，但已不再显示",
  "Of the facts that the agent uses later, the number that the result no longer shows.":
    "日志之后用到而结果不再显示的事实数。",
  "Repeated instructions": "重复的指令",
  "typed again by the user; the first message is gone": "用户重说，首次所说已不在",
  "The number of messages that the user later typed again, almost verbatim, and that the result no longer shows.":
    "用户之后几乎逐字再次输入、且其首次所说在结果中不再显示的消息数。",
  "Same error again": "同样的错误",
  "the first error message is gone": "首次报告已不在",
  "The number of calls that later failed again with the same error message, and whose first failure the result no longer shows.":
    "之后以同样的文字再次失败、且其首次失败在结果中不再显示的调用数。",
  "Read again before an edit": "编辑前重新读取",
  "an earlier read is gone": "较早的读取已不在",
  "The number of files that were later read again right before an edit because the result no longer shows an earlier read with the edited lines.":
    "之后在编辑前又被读取、且含所编辑行的较早读取在结果中不再显示的文件数。",
  Recoverable: "可恢复",
  "of what is gone and was needed later": "占已不在且之后用到的",
  "Of the needed facts that were lost, the share that a path, an address or a reference in the result leads to.":
    "已不在的所需事实中，结果里有路径、地址或引用可以找到的比例。",
  "Kept or can be fetched": "保留或可取回",
  "shown, or can be fetched again": "可见，或可再次取回",
  "Of the facts used later in the log, the share that the result shows or leads to.":
    "日志之后用到的事实中，结果显示或可以找到的比例。",
  "Artifact trail precision": "文件操作轨迹精确率",
  "of the file operations mentioned": "占其提到的文件操作",
  "Of the file operations mentioned in the result, the share that really happened.":
    "结果提到的文件操作中，确实发生过的比例。",
  "Artifact trail recall": "文件操作轨迹召回率",
  "of the file operations that happened": "占发生过的文件操作",
  "Of the file operations that happened, the share that the result still mentions.":
    "发生过的文件操作中，结果仍提到的比例。",
  "Artifact trail F1": "文件操作轨迹 F1",
  "files made, changed, read": "新建、更改、读取的文件",
  "The harmonic mean of the artifact trail's precision and recall.": "文件操作轨迹精确率与召回率的调和平均。",
  "Six dimensions": "六个维度",
  "0 to 5; proxy, not a judge's score": "0 至 5；近似值，并非评判者的评分",
  "The mean of six scores computed from the other metrics without a model, as a substitute for a judge's.":
    "代替评判者的六个分数的平均值，由其他指标得出，不询问模型。",
} as const;
