import { memo } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { useSay } from "@/components/words/words-provider";
import { cutLongLine, isMarkdownSafe, plainText } from "./part-text";

function LeftOutImage({ alt, address }: { alt: string | undefined; address: string }) {
  const say = useSay();
  const description = alt || say("no description");
  return (
    <span className="text-tx3">
      {address === ""
        ? say("[image: {description}]", { description })
        : say("[image: {description}, {address}]", { description, address })}
    </span>
  );
}

/** Renders untrusted Markdown: react-markdown drops raw HTML, images are omitted, and links open only on a click. */
const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow" className="text-acc underline">
      {children}
    </a>
  ),
  img: ({ src, alt }) => <LeftOutImage alt={alt} address={typeof src === "string" ? src.slice(0, 120) : ""} />,
  h1: ({ children }) => <p className="mt-2 font-semibold text-figure">{children}</p>,
  h2: ({ children }) => <p className="mt-2 font-semibold">{children}</p>,
  h3: ({ children }) => <p className="mt-2 font-semibold">{children}</p>,
  h4: ({ children }) => <p className="mt-2 font-semibold">{children}</p>,
  h5: ({ children }) => <p className="mt-2 font-semibold">{children}</p>,
  h6: ({ children }) => <p className="mt-2 font-semibold">{children}</p>,
  ul: ({ children }) => <ul className="list-disc pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol className="list-decimal pl-5" start={start}>
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote className="border-line2 border-l-2 pl-3 text-tx2">{children}</blockquote>,
  pre: ({ children }) => (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard
      tabIndex={0}
      className="my-1 overflow-x-auto rounded-chip border border-line bg-s1 px-2 py-1 text-code"
    >
      {children}
    </pre>
  ),
  table: ({ children }) => (
    <div className="my-1 overflow-x-auto">
      <table className="border-collapse text-small [&_td]:border [&_td]:border-line [&_td]:px-2 [&_th]:border [&_th]:border-line [&_th]:px-2 [&_th]:text-left">
        {children}
      </table>
    </div>
  ),
  hr: () => <hr className="my-2 border-line" />,
  input: ({ checked }) => <span aria-hidden>{checked ? "☑" : "☐"}</span>,
};

const PLUGINS = [remarkGfm];

export const MarkdownText = memo(function MarkdownText({ text }: { text: string }) {
  const say = useSay();
  const clean = plainText(text);
  if (!isMarkdownSafe(clean)) {
    return (
      <pre className="whitespace-pre-wrap break-words text-code">
        {clean
          .split("\n")
          .map((line) => cutLongLine(line, say))
          .join("\n")}
      </pre>
    );
  }
  return (
    <div className="max-w-[84ch] break-words text-base [&_p+p]:mt-1.5">
      <Markdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {clean}
      </Markdown>
    </div>
  );
});
