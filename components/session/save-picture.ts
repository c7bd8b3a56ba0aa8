import { downloadFile } from "./download-file";

type Picture = { readonly svg: string; readonly width: number; readonly height: number };

/** Pixels per unit of the drawing, so that text stays sharp on a dense screen. */
const SCALE = 2;

/** Downloads a drawing as PNG; as SVG if the browser cannot paint it. */
export async function savePicture({ svg, width, height }: Picture, name: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  try {
    await image.decode();
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob !== null) return downloadFile(blob, "image/png", `${name}.png`);
  } catch {
    // The browser downloads the SVG instead.
  }
  downloadFile(svg, "image/svg+xml", `${name}.svg`);
}
