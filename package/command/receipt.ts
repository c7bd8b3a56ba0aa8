import { Problem } from "@/lib/api/problem";
import type { CompactionAnswer } from "@/lib/api/schemas/compaction";
import type { LibraryList } from "@/lib/api/schemas/library-list";
import { receiptPicture } from "@/lib/exporters/receipt-picture";
import { Redactor } from "@/lib/exporters/redact";
import { receiptOfAnalysis } from "@/lib/view-models/receipt/receipt-of-analysis";
import { lossCells, receiptLines, receiptMarkdown, survivalCells } from "@/lib/view-models/receipt/receipt-text";
import { withLibrary } from "./library";
import { print, printJson, progress, Refusal, table } from "./output";
import { loadAnalysis } from "./sources";

type Options = {
  readonly number?: string;
  readonly agent?: string;
  readonly paste?: boolean;
  readonly markdown?: boolean;
  readonly picture?: boolean;
  readonly redact?: string | true;
  readonly json?: boolean;
};

/** `winnow receipt [session]`: the losses of a compaction. */
export async function showReceipt(argument: string | undefined, options: Options): Promise<void> {
  const { number, agent = "main", paste, markdown, picture, json } = options;
  const redacted = redactorOf(options.redact);
  if (number !== undefined && !/^[1-9]\d{0,4}$/.test(number))
    throw new Refusal(`${number} is not the number of a compaction: they are counted from 1`, 2);
  const index = number === undefined ? null : Number(number) - 1;
  const receipt =
    argument === undefined ? await newestReceipt(agent, index) : await receiptFrom(argument, agent, index);
  if (json) return printJson(receipt);
  if (picture) return print(receiptPicture(receipt).svg);
  if (paste) return print(redacted(pasteText(receipt)));
  const texts = options.redact === "figures" ? "figures" : "all";
  if (markdown) return print(redacted(receiptMarkdown(receipt, texts)));
  const places = texts === "figures" || receipt.losses.length === 0 ? [] : ["", tableOf(lossCells(receipt))];
  const text = receipt.give_back.text;
  const givenBack =
    texts === "figures" || text === "" ? [] : ["", "Text to paste back (--paste prints only this):", "", text];
  const survival = receipt.survival.length === 0 ? [] : ["", tableOf(survivalCells(receipt))];
  print(redacted([...receiptLines(receipt), ...survival, ...places, ...givenBack].join("\n")));
}

function pasteText({ give_back }: CompactionAnswer): string {
  if (give_back.text !== "") return give_back.text;
  return "Nothing is missing: the summary contains what was in use before the compaction.";
}

const tableOf = ([head = [], ...rows]: readonly (readonly string[])[]): string => table(head, rows);

function redactorOf(mode: string | true | undefined): (text: string) => string {
  if (mode === undefined || mode === "figures") return (text) => text;
  if (mode !== true && mode !== "mask" && mode !== "drop")
    throw new Refusal(`${mode} is not a kind of redaction; use mask, drop or figures`, 2);
  const redactor = new Redactor(mode === true ? "mask" : mode);
  return (text) => redactor.lines(text, "receipt");
}

const receiptFrom = async (session: string, agent: string, index: number | null): Promise<CompactionAnswer> =>
  receiptOfAnalysis(await loadAnalysis(session), agent, index);

/** Maximum number of sessions to search for a compaction that can be measured. */
const NEWEST = 8;

/**
 * The receipt of the library's newest compaction that can be measured, preferably in one of the user's own sessions.
 */
async function newestReceipt(agent: string, index: number | null): Promise<CompactionAnswer> {
  const page = await withLibrary(async (call) => {
    const response = await call(`/api/library/sessions?has=compaction&sort=started&limit=${NEWEST}`);
    return (await response.json()) as LibraryList;
  });
  const own = page.sessions.filter(({ is_example, copy_of }) => !is_example && copy_of === null);
  const sessions = own.length > 0 ? own : page.sessions;
  for (const { id, title } of sessions) {
    progress(`${title} (${id})`);
    try {
      return await receiptFrom(id, agent, index);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      progress(error.message);
    }
  }
  throw new Refusal(
    sessions.length === 0
      ? "no session of the library was compacted; add some with winnow import <path>, or name a file"
      : "no compaction of the newest sessions can be measured; name a session",
  );
}
