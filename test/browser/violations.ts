/** @file What axe says of the page under test. */
import axe from 'axe-core';

/** All that a page is held to where its frame does not matter: that of the tests has no title, language or landmarks of our making. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those, and what else axe advises. */
export const WITH_ADVICE: readonly string[] = [...RULES, 'best-practice'];

/**
 * What axe finds, a line for each element. What is right is not described: to find a selector for every element takes a quarter of the time.
 * @param runOnly tags of rules; all rules where null
 */
export async function violations(
  runOnly: readonly string[] | null = RULES,
  within: Element = document.body,
): Promise<readonly string[]> {
  const { violations: found } = await axe.run(within, {
    resultTypes: ['violations'],
    selectors: false,
    ...(runOnly && { runOnly: [...runOnly] }),
  });
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
