/** @file The page's colours where CSS does not reach: canvases and exported pictures. */

/**
 * The colour that a variable stands for in the theme of the moment.
 * @param variable `--leaf`
 */
export function colour(variable: string): string {
  // light-dark() is resolved only where a colour is used.
  const probe = document.createElement('span');
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
