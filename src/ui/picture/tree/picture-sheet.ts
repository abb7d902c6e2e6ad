/** @file A saved picture as a sheet of its own: the question, what is true, all answers, the trees, and what their signs mean. */
import { SIGNS, type Sign } from '../legend/sign-words.ts';
import { ERRED, LEAF, SLIPPED } from '../../../picture/glyphs.ts';
import { textWidth } from '../../../picture/wrap.ts';

/** What a picture is of. */
export interface PictureAbout {
  readonly question: string;
  /** Empty where it is not known. */
  readonly truth: string;
  /** The answer strip as it is drawn; null where there is none. */
  readonly strip: SVGSVGElement | null;
}

const NAMESPACE = 'http://www.w3.org/2000/svg';
const LEFT = 24;
const HEAD = 66;
const LINE = 22;
const LEGEND_TEXT = 12;

type Attributes = Readonly<Record<string, string | number>>;

/** A sign as it is drawn: within a circle of radius 8 around nought, with the classes of the tree's own. */
interface Drawing {
  readonly kind: string;
  readonly parts: readonly (readonly [string, Attributes])[];
}

const DRAWINGS: Readonly<Record<Sign, Drawing>> = {
  kept: { kind: 'mark kept', parts: [['circle', { class: 'ring', r: 7 }]] },
  explored: { kind: 'mark explored', parts: [['circle', { class: 'ring', r: 7 }]] },
  pruned: { kind: 'mark pruned', parts: [['path', { class: 'cut', d: 'M-4 7l8-14' }]] },
  inspired: { kind: 'mark inspired', parts: [['path', { class: 'leaf', d: LEAF, transform: 'scale(.7)' }]] },
  votes: { kind: 'mark', parts: [['path', { class: 'tally', d: 'M-4-5V5M0-5V5M4-5V5' }]] },
  slip: {
    kind: 'slip',
    parts: [
      ['circle', { r: 6 }],
      ['path', { d: SLIPPED }],
    ],
  },
  erred: {
    kind: 'erred',
    parts: [
      ['path', { class: 'shape', d: 'M0-7 7 0 0 7-7 0Z' }],
      ['path', { d: ERRED }],
    ],
  },
};

function made(name: string, attributes: Attributes): SVGElement {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  return element;
}

function textAt(x: number, y: number, words: string, className: string): SVGElement {
  const text = made('text', { x, y, class: className });
  text.textContent = words;
  return text;
}

/** The signs and their words, in lines. @returns how high they are */
function addLegend(sheet: SVGSVGElement, top: number, width: number): number {
  let [x, y] = [LEFT, top];
  for (const { sign: drawn, words } of SIGNS) {
    const { kind, parts } = DRAWINGS[drawn];
    const room = 22 + textWidth(words, LEGEND_TEXT) + 26;
    if (x > LEFT && x + room > width) [x, y] = [LEFT, y + LINE];
    const sign = made('g', { class: kind, transform: `translate(${x + 8} ${y})` });
    sign.append(...parts.map(([name, attributes]) => made(name, attributes)));
    sheet.append(sign, textAt(x + 22, y + 4, words, 'note'));
    x += room;
  }
  return y - top + LINE;
}

/** A copy of a strip, at a place. */
function stripAt(strip: SVGSVGElement, y: number): SVGElement {
  const copy = strip.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('x', String(LEFT));
  copy.setAttribute('y', String(y));
  for (const one of copy.querySelectorAll('.hit')) one.remove();
  return copy;
}

/** The sheet. @param isExplained whether the tree's signs stand under the picture */
export function sheetOf(
  tree: SVGSVGElement,
  { width, height }: { readonly width: number; readonly height: number },
  { question, truth, strip }: PictureAbout,
  isExplained = true,
): SVGSVGElement {
  const sheet = document.createElementNS(NAMESPACE, 'svg');
  sheet.setAttribute('class', 'tree');
  sheet.append(textAt(LEFT, 32, question, 'row-title'), textAt(LEFT, 52, truth, 'row-facts'));
  let top = HEAD;
  if (strip !== null) {
    sheet.append(stripAt(strip, top));
    top += Number(strip.getAttribute('height') ?? 0) + 12;
  }
  tree.setAttribute('y', String(top));
  sheet.append(tree);
  top += height + 12;
  const full = top + (isExplained ? addLegend(sheet, top, width) : 0) + 4;
  sheet.setAttribute('xmlns', NAMESPACE);
  sheet.setAttribute('width', String(width));
  sheet.setAttribute('height', String(full));
  sheet.setAttribute('viewBox', `0 0 ${width} ${full}`);
  return sheet;
}
