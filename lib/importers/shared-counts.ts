/**
 * Lines read and problems listed by all files of one import, or of one archive. Each file counts its own rows in an
 * `ImportRun`. Without these shared counts, ten thousand files of an archive could together use ten thousand times the
 * limits of one file.
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

  /** Adds a file that was read completely or rejected. */
  add(file: { readonly lines: number; readonly keptRows: number; readonly issues: number }): void {
    this.lines += file.lines;
    this.keptRows += file.keptRows;
    this.issues += file.issues;
  }
}
