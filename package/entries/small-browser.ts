import { createSmall } from "@/lib/library/create-small";
import { BROWSER_RUNTIME } from "./runtime-browser";

export * from "./small-exports";

export const { compressWith, loadTokenizer } = createSmall(BROWSER_RUNTIME);
