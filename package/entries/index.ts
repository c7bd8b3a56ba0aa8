import { createLibrary } from "@/lib/library/create-library";
import { NODE_RUNTIME } from "./runtime-node";

export * from "./exports";

export const { compress, compare, evaluate, readTranscript, analyze, replay, advise } = createLibrary(NODE_RUNTIME);
