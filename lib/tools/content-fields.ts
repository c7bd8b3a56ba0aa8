import { CLIENT_TOOLS } from "./find-tool";
import { plainName } from "./input-places";
import { changesFiles } from "./operations";

/** True for fields that hold the text that a tool writes into a file, or the text that it replaces. */
export const isContentField = (name: string): boolean => CONTENT.has(plainName(name));

/** True for fields that hold the text that a tool replaces. */
export const isBeforeField = (name: string): boolean => BEFORE.has(plainName(name));

const stepsOf = (place: string): string[] => place.split(".").map((step) => plainName(step.replace("[]", "")));

/** The places of such texts in the inputs of all tools that change files, as lists of field names. */
const waysTo = (key: "content" | "before"): string[][] =>
  CLIENT_TOOLS.flatMap(({ tools }) => Object.values(tools))
    .filter(({ operation }) => changesFiles(operation))
    .flatMap((row) => [row[key] ?? []].flat().map((place) => stepsOf(place)));

const BEFORE: ReadonlySet<string> = new Set(waysTo("before").map((steps) => steps.at(-1) as string));
/** Includes the name of a list that holds such texts. */
const CONTENT: ReadonlySet<string> = new Set([...waysTo("content"), ...waysTo("before")].flat());
