/** @file Tables in Markdown, of cells that hold no marks of their own. */

/** A head and its rows; what a cell holds is written as it is. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
