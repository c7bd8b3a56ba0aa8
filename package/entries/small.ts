import { createSmall } from "@/lib/library/create-small";
import { NODE_RUNTIME } from "./runtime-node";

export * from "./small-exports";

export const { compressWith, loadTokenizer } = createSmall(NODE_RUNTIME);
