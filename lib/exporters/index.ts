import { CODECS } from "../formats/index";
import { csv } from "./csv";
import type { Exporter } from "./exporter";
import { html } from "./html";
import { markdown } from "./markdown";
import { redactions } from "./redactions";
import { winnow } from "./winnow";
import { wireExporter } from "./wire";

/** Every export format except the imported file itself. Codecs of lib/formats are included automatically. */
export const EXPORTERS: readonly Exporter[] = [...CODECS.map(wireExporter), winnow, markdown, html, csv, redactions];

export const findExporter = (id: string): Exporter | undefined => EXPORTERS.find((exporter) => exporter.id === id);
