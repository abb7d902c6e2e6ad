/** @file What unpacking may cost, whatever the packing: a small file must not become an endless one. */
import { LabError } from '../../core/errors.ts';

/** What an import may cost. */
export interface ImportLimits {
  /** Inflated bytes of all files that are read. */
  readonly inflatedBytes: number;
  /** Inflated bytes for each compressed byte, looked at from the first mebibyte on. */
  readonly ratio: number;
}

/** Twice the largest table of MovieLens; tables of ratings shrink by 3 to 10, never by hundreds. */
export const IMPORT_LIMITS: ImportLimits = { inflatedBytes: 2 * 1024 ** 3, ratio: 200 };

const RATIO_FROM = 1024 ** 2;

/** A packed file, as messages and limits know it. */
export interface PackedFile {
  /** What messages call it: `ratings.csv in ml.zip`. */
  readonly label: string;
  readonly compressedSize: number;
}

/** Inflated bytes that an import may still ask for, shared by its files. */
export class InflationBudget {
  private left: number;
  private readonly limits: ImportLimits;

  constructor(limits: ImportLimits) {
    this.left = limits.inflatedBytes;
    this.limits = limits;
  }

  /** Refuses a file by the size that it declares. @throws LabError `file-too-large` */
  check(file: PackedFile, size: number): void {
    if (size > this.left) throw this.tooLarge(file);
    this.checkRatio(file, size);
  }

  /** Takes bytes off the budget. @param size what the file has come to with them @throws LabError `file-too-large` */
  take(file: PackedFile, bytes: number, size: number): void {
    this.left -= bytes;
    if (this.left < 0) throw this.tooLarge(file);
    this.checkRatio(file, size);
  }

  private checkRatio({ label, compressedSize }: PackedFile, size: number): void {
    const { ratio } = this.limits;
    if (size < RATIO_FROM || size <= compressedSize * ratio) return;
    throw new LabError(
      'file-too-large',
      `${label} inflates to more than ${ratio} times its size, as no dataset does, so it is not read.`,
      { file: label, ratio },
    );
  }

  private tooLarge({ label }: PackedFile): LabError {
    const { inflatedBytes } = this.limits;
    return new LabError(
      'file-too-large',
      `${label} takes the import past its cap of ${inflatedBytes} unpacked bytes.`,
      { inflatedBytes },
    );
  }
}
