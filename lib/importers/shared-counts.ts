/**
 * Lines read and problems listed by all files of one import, or of one archive. Each file counts its own rows in an
 * `ImportRun`; without this, ten thousand files of an archive would have the limits of one file ten thousand times.
 */
export class SharedCounts {
  lines = 0;
  keptRows = 0;
  issues = 0;

  constructor(private readonly maxLines: number) {}

  /** More lines were read than one import may have, so no other file is read. */
  get isSpent(): boolean {
    return this.lines > this.maxLines;
  }

  /** Adds a file that was read to its end, or refused. */
  add(file: { readonly lines: number; readonly keptRows: number; readonly issues: number }): void {
    this.lines += file.lines;
    this.keptRows += file.keptRows;
    this.issues += file.issues;
  }
}
