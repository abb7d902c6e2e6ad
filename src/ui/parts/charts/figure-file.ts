/** @file A chart as a file or in a saved page: SVG that carries its colours along, as the theme of the moment shows it. */
import { colour } from '../../browser.ts';

const NAMESPACE = 'http://www.w3.org/2000/svg';
const MARGIN = 12;
const KEY_HEIGHT = 20;
const LETTER = 6.6;

/** What a chart takes from style sheets, which a file of its own has not. */
const STYLES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap'],
  ...['opacity', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'visibility'],
] as const;

/** Writes down what style sheets and variables give a chart, where it is not what its parent has. */
function withStyles(from: Element, to: Element, above: CSSStyleDeclaration | null): void {
  const style = getComputedStyle(from);
  if (to instanceof SVGElement) {
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      const isGiven = above !== null && above.getPropertyValue(name) === value && name !== 'opacity';
      to.removeAttribute(name);
      if (!isGiven && !(name === 'opacity' && value === '1')) to.setAttribute(name, value);
    }
    to.removeAttribute('class');
  }
  for (const [at, child] of [...from.children].entries()) {
    const copy = to.children[at];
    if (copy !== undefined) withStyles(child, copy, style);
  }
}

/** The colours that a chart tells apart, which stand above it as HTML. */
function keyOf(drawn: Element): readonly { readonly name: string; readonly fill: string }[] {
  return [...drawn.querySelectorAll('[class*="swatch"]:not(svg *):has(> svg)')]
    .filter((one) => one.querySelectorAll('svg').length === 1)
    .map((one) => ({
      name: one.textContent.trim(),
      fill: getComputedStyle(one.querySelector('svg') as SVGElement).getPropertyValue('fill'),
    }));
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}

/**
 * A chart that is drawn on the page as an SVG document for a page with typefaces of its own.
 * @param drawn the element that holds the chart and its key
 * @param label what it shows
 */
export function figureSvg(drawn: Element, label: string): string {
  const chart = [...drawn.querySelectorAll('svg')].reduce((largest, one) =>
    one.clientWidth > largest.clientWidth ? one : largest,
  );
  const { width, height } = chart.getBoundingClientRect();
  const key = keyOf(drawn);
  const top = MARGIN + (key.length > 0 ? KEY_HEIGHT : 0);
  const copy = chart.cloneNode(true) as SVGSVGElement;
  withStyles(chart, copy, null);
  for (const [name, value] of Object.entries({ x: MARGIN, y: top, width, height }))
    copy.setAttribute(name, String(value));
  const full = { width: width + 2 * MARGIN, height: height + top + MARGIN };
  const svg = element('svg', { ...full, viewBox: `0 0 ${full.width} ${full.height}` });
  const title = element('title', {});
  title.textContent = label;
  const style = element('style', {});
  style.textContent = 'text{font-family:"IBM Plex Sans",sans-serif}';
  const paper = element('rect', { width: '100%', height: '100%', fill: colour('--paper') });
  svg.append(title, style, paper, ...keyMarks(key), copy);
  return new XMLSerializer().serializeToString(svg);
}

function keyMarks(key: ReturnType<typeof keyOf>): SVGElement[] {
  let x = MARGIN;
  return key.flatMap(({ name, fill }) => {
    const mark = element('rect', { x, y: MARGIN, width: 10, height: 10, fill });
    const words = element('text', { x: x + 15, y: MARGIN + 9, 'font-size': 11, fill: colour('--soft') });
    words.textContent = name;
    x += 34 + name.length * LETTER;
    return [mark, words];
  });
}
