/** @file What was done otherwise than asked for or what a link has set up: to be read and put away. */

/** The notice of a page. */
export class Notice {
  text = $state('');
  /** What it begins with that holds only until something runs. */
  private untilRun = '';

  /** Says what holds until something is run, as what a link has set up. @param more what else is to be told, which stays */
  tellUntilRun(words: string, more: readonly string[] = []): void {
    this.text = [words, ...more].join(' ');
    this.untilRun = words;
  }

  /** Another page is opened: what was said of the earlier one is over. */
  leaves(): void {
    this.text = '';
    this.untilRun = '';
  }

  /** Something runs: that nothing has is true no longer. */
  runs(): void {
    if (this.text.startsWith(this.untilRun)) this.text = this.text.slice(this.untilRun.length).trim();
    this.untilRun = '';
  }
}
