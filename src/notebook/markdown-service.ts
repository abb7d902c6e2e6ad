/** @file What makes Markdown into HTML, on both sides of the worker border. Types only. */

/** Every method rejects with a `LabError`. */
export interface MarkdownService {
  /** HTML that is not safe yet. @throws LabError `limit-exceeded` where it is nested too deeply or comes to too many elements */
  html(text: string): Promise<string>;
  /** Resolves at once. */
  ping(): Promise<void>;
}
