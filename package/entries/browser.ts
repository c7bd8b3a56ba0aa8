import { createLibrary } from "@/lib/library/create-library";
import { BROWSER_RUNTIME } from "./runtime-browser";

export * from "./exports";

export const { compress, compare, evaluate, readTranscript, analyze, replay, advise } = createLibrary(BROWSER_RUNTIME);
