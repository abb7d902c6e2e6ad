/** @file A chart as an SVG document of its own, with the colours of the theme of the moment. */
import { colour } from '../../colour.ts';

/** The chart as text that needs no style sheet. */
export function standingAlone(chart: SVGSVGElement): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('font-family', 'IBM Plex Sans, sans-serif');
  copy.setAttribute('font-size', '12');
  copy.setAttribute('color', colour('--soft'));
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  paper.setAttribute('width', '100%');
  paper.setAttribute('height', '100%');
  paper.setAttribute('fill', getComputedStyle(document.documentElement).backgroundColor);
  copy.prepend(paper);
  return new XMLSerializer()
    .serializeToString(copy)
    .replace(/var\((--[a-z-]+)\)/g, (_, variable: string) => colour(variable));
}
