/** Downloads a file generated on this page. */
export function downloadFile(content: BlobPart, type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The address must stay valid until the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
