import { useSay } from "@/components/words/words-provider";
import type { textSize } from "@/lib/view-models/tokens/token-lines";
import { sentence } from "@/lib/wording/say";

/** What a copied link shows, told to the reader. */
const ADDRESS = {
  text: sentence("The address holds the text: a copied link shows it."),
  part: sentence("The address names the part: a copied link shows it."),
  example: sentence("Too long for the address: a copied link has the example instead."),
};

type Props = { size: ReturnType<typeof textSize>; isCut: boolean; inAddress: keyof typeof ADDRESS };

/** The size of the text in units other than tokens. */
export function TextSize({ size, isCut, inAddress }: Props) {
  const say = useSay();
  return (
    <section
      aria-labelledby="text-size"
      className="border-line border-l px-4 py-3 text-small max-sm:border-t max-sm:border-l-0 max-sm:px-3"
    >
      <h2 id="text-size" className="mb-1 font-semibold">
        {say("Size")}
      </h2>
      <dl>
        <Row name={say("characters")} value={size.characters} />
        <Row name={say("UTF-8 bytes")} value={size.bytes} />
        <Row name={say("lines")} value={size.lines} />
      </dl>
      <p className="mt-2 text-micro text-tx3">
        {isCut ? say("The text was cut at 200,000 characters. ") : ""}
        {say.known(ADDRESS[inAddress])}
      </p>
    </section>
  );
}

const Row = ({ name, value }: { name: string; value: number }) => (
  <div className="flex h-[18px] justify-between">
    <dt className="text-tx2">{name}</dt>
    <dd className="tabular font-medium">{value.toLocaleString("en")}</dd>
  </div>
);
