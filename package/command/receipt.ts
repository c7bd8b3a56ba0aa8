import type { CompactionAnswer } from "@/lib/api/schemas/compaction";
import type { LibraryList } from "@/lib/api/schemas/library-list";
import { Redactor } from "@/lib/exporters/redact";
import { receiptOfAnalysis } from "@/lib/view-models/receipt/receipt-of-analysis";
import { lossCells, receiptLines, receiptMarkdown, survivalCells } from "@/lib/view-models/receipt/receipt-text";
import { print, printJson, progress, Refusal, table } from "./output";
import { callApi, withServer } from "./server-process";
import { loadAnalysis } from "./sources";

type Options = {
  readonly number?: string;
  readonly agent?: string;
  readonly paste?: boolean;
  readonly markdown?: boolean;
  readonly redact?: string | true;
  readonly json?: boolean;
};

/** `winnow receipt [session]`: the losses of a compaction. */
export async function showReceipt(argument: string | undefined, options: Options): Promise<void> {
  const { number, agent = "main", paste, markdown, json } = options;
  const redacted = redactorOf(options.redact);
  if (number !== undefined && !/^[1-9]\d{0,4}$/.test(number))
    throw new Refusal(`${number} is not the number of a compaction: they are counted from 1`, 2);
  const session = argument ?? (await newestCompacted());
  const receipt = receiptOfAnalysis(
    await loadAnalysis(session),
    agent,
    number === undefined ? null : Number(number) - 1,
  );
  if (json) return printJson(receipt);
  if (paste) return print(redacted(pasteText(receipt)));
  const texts = options.redact === "figures" ? "figures" : "all";
  if (markdown) return print(redacted(receiptMarkdown(receipt, texts)));
  const places = texts === "figures" || receipt.losses.length === 0 ? [] : ["", tableOf(lossCells(receipt))];
  const text = receipt.give_back.text;
  const givenBack =
    texts === "figures" || text === "" ? [] : ["", "To give back (--paste prints this alone):", "", text];
  print(redacted([...receiptLines(receipt), "", tableOf(survivalCells(receipt)), ...places, ...givenBack].join("\n")));
}

function pasteText({ give_back }: CompactionAnswer): string {
  if (give_back.text !== "") return give_back.text;
  return "Nothing is missing: the summary holds what was in use before the compaction.";
}

const tableOf = ([head = [], ...rows]: readonly (readonly string[])[]): string => table(head, rows);

function redactorOf(mode: string | true | undefined): (text: string) => string {
  if (mode === undefined || mode === "figures") return (text) => text;
  if (mode !== true && mode !== "mask" && mode !== "drop")
    throw new Refusal(`${mode} is no way to redact: mask, drop or figures`, 2);
  const redactor = new Redactor(mode === true ? "mask" : mode);
  return (text) => redactor.lines(text, "receipt");
}

/** The library's newest compacted session. */
async function newestCompacted(): Promise<string> {
  const page = await withServer(async (address) => {
    const response = await callApi(address, "/api/library/sessions?has=compaction&sort=started&limit=1");
    return (await response.json()) as LibraryList;
  });
  const [first] = page.sessions;
  if (first === undefined) throw new Refusal("no session of the library was compacted; name a file");
  progress(`${first.title} (${first.id})`);
  return first.id;
}
