/** @file Where a reply that is one object ends, while it comes. */

/** Behind an object, before its reply is said to run on. */
const MOST_BLANKS = 16;

/** Finds the brace that closes a reply which is one object. */
export class ObjectEnd {
  isClosed = false;
  private behind = '';
  private depth = 0;
  private isText = false;
  private isEscaped = false;
  private isWatching: boolean;

  constructor(isWatching: boolean) {
    this.isWatching = isWatching;
  }

  /** True where words, or many blanks, came behind it. */
  get runsOn(): boolean {
    return this.behind.length > MOST_BLANKS || this.behind.trim() !== '';
  }

  /** @returns what of a piece belongs to the reply */
  add(piece: string): string {
    if (!this.isWatching) return piece;
    if (this.isClosed) {
      this.behind += piece;
      return '';
    }
    for (let at = 0; at < piece.length; at += 1) {
      const one = piece[at] ?? '';
      if (this.depth === 0 && /\S/.test(one) && one !== '{') {
        this.isWatching = false;
        return piece;
      }
      if (this.isEscaped) this.isEscaped = false;
      else if (this.isText && one === '\\') this.isEscaped = true;
      else if (one === '"') this.isText = !this.isText;
      else if (!this.isText) this.depth += /[{[]/.test(one) ? 1 : /[}\]]/.test(one) ? -1 : 0;
      if (this.depth > 0 || one !== '}') continue;
      this.isClosed = true;
      this.behind = piece.slice(at + 1);
      return piece.slice(0, at + 1);
    }
    return piece;
  }
}
