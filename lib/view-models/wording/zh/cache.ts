export const cache = {
  "Request in the prefix lanes": "前缀泳道中的请求",
  "No model switch: {model} before and after.": "没有切换模型：前后都是 {model}。",
  "No compaction: the prompt {change}.": "没有压缩：提示{change}。",
  "kept its size": "大小未变",
  "grew by {tokens} tokens": "增加了 {tokens} token",
  "tool {name}": "工具 {name}",
  "idle {gap}{tier}": "空闲 {gap}{tier}",
  ", tier {seconds}": "，档位 {seconds}",
  "another model": "另一个模型",
  unnamed: "未命名",
  "read 0, not even the start": "读取 0，连开头也没有",
  "read fell to {read}": "读取降至 {read}",
} as const;
