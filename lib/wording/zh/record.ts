export const record = {
  "Record what your agent really sends": "录制智能体实际发送的内容",
  "Logs leave parts out. A recording has the exact prompt, so each cache break has a proven cause.":
    "日志会缺少部分内容。录制保留完整的提示词，因此每次缓存失效都有确定的原因。",
  "Any program": "任意程序",
  Command: "命令",
  "Run this in your project instead of {program}": "在项目中输入此命令，代替 {program}",
  "Run this with your provider's address": "输入此命令，并换成所用服务商的地址",
  "It prints an address. Set that as the base URL of your program. Ctrl+C ends the recording.":
    "它会打印一个地址，将其设为程序的 base URL。按 Ctrl+C 结束录制。",
  "This sets {setting} for one run. Your settings and shell stay unchanged. Put the client's own options after --.":
    "仅为本次运行设置 {setting}，不改动现有设置和 shell。客户端自己的选项写在 -- 之后。",
  "Since version {version}, {client} logs its exact prompts itself. A recording adds failed calls and exact times.":
    "{client} {version} 及更新版本会自行记录完整的提示词。录制还会补充失败的调用和准确的时间。",
  "Recording works with an API key. With a subscription, {client} sends to its own address.":
    "录制需要使用 API 密钥。以订阅登录时，{client} 会直接发送到自己的地址。",
  "Stored on this machine": "保存在本机",
  "Verbatim requests and answers": "请求和回答的原文",
  "System prompt, tools, cache marks, model, parameters": "系统提示词、工具、缓存标记、模型、参数",
  "Token counts, status, errors, times and sizes": "token 计数、状态、错误、时间和大小",
  "Never stored": "从不保存",
  "API keys, tokens and cookies": "API 密钥、token 和 cookie",
  "Authorization headers": "授权请求头",
  "All other headers and query fields": "其他所有请求头和查询字段",
  "Stored headers and query fields": "保存的请求头和查询字段",
  "Recordings now": "当前录制",
  "Nothing is being recorded.": "当前没有录制。",
  "A recording appears here when its command runs, and in the library when its first request ends.":
    "命令运行时，录制显示在这里；首个请求结束后，录制进入会话库。",
  "Stop recording": "停止录制",
  "Open session": "打开会话",
  "Recording stopped": "录制已停止",
  "{count, plural, one {# request was} other {# requests were}} saved. {client} keeps running without being recorded.":
    "已保留 {count} 个请求。{client} 继续运行，不再录制。",
  "The recording of {client} was interrupted": "{client} 的录制已中断",
  "Waiting for the first request of {client}": "等待 {client} 的首个请求",
  "Recording {client}: {count, plural, one {# request} other {# requests}}": "正在录制 {client}：{count} 个请求",
  "Its command was killed. {count, plural, one {# request was} other {# requests were}} saved; any request in flight was lost.":
    "命令已被强制结束。已保留 {count} 个请求；正在进行的请求已丢失。",
  "Type your first message in the client.": "在客户端中输入第一条消息。",
  "The client keeps running when you stop.": "停止录制后，客户端继续运行。",
};
