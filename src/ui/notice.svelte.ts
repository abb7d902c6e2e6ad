/** @file What was done otherwise than asked for, or by another tab, or what a link has set up: to be read and put away. */

/** Where another tab erased all that was kept. */
export const ERASED =
  'Everything that was kept here was erased in another tab. What is still shown is not kept any more: save it as a file, or load the page again.';

/** The notice of a page. */
export class Notice {
  text = $state('');
  /** What it begins with that holds only until something runs. */
  private untilRun = '';

  /** Says what a link has set up, until something is run. @param more what else is to be told of it, which stays */
  tellOfLink(opened: string, more: readonly string[] = []): void {
    this.text = [opened, ...more].join(' ');
    this.untilRun = opened;
  }

  /** Something runs: that nothing has is true no longer. */
  runs(): void {
    if (this.text.startsWith(this.untilRun)) this.text = this.text.slice(this.untilRun.length).trim();
    this.untilRun = '';
  }
}
