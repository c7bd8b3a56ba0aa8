import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { importTranscript } from "@/lib/importers/import-transcript";
import { diskFile } from "@/tests/support/transcript-file";
const r = await importTranscript(process.argv.slice(2).map(diskFile));
if (r.ok) for (const s of r.value.sessions) { console.log(s.id, s.title, s.format); const a = analyzeSession(s, loadVocabulary); console.log(JSON.stringify(a.cache.breaks,null,1));
 console.log(s.events.map(e=>JSON.stringify(e).slice(0,300)).join("\n"));
 a.requests.forEach((q,i)=>console.log(i,q.agent,q.model,JSON.stringify(q.span),q.promptTokens.tokens,q.usage?.cacheRead,q.usage?.cacheWriteUnsplit, q.usage?.output, JSON.stringify(s.messages[s.responses[i]!.messageIndex]).slice(0,200)));
}
