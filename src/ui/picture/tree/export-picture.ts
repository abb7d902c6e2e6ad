/** @file A picture as a file: SVG that carries its colours and letters along, and PNG drawn from it. */
import mediumUrl from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-500-normal.woff2?url';
import regularUrl from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2?url';
import strongUrl from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2?url';
import { LabError } from '../../../core/errors.ts';
import { colour } from '../../browser.ts';
import stripStyles from '../strip/strip.css?inline';
import { sheetOf, type PictureAbout } from './picture-sheet.ts';
import styles from './tree.css?inline';

/** A picture on the page. */
export interface DrawnPicture {
  readonly svg: SVGSVGElement;
  readonly width: number;
  readonly height: number;
  /** Its own rules besides the tree's; a picture that has them has none of the tree's signs to explain. */
  readonly styles?: string;
  /** What stands around it in a file; absent where the picture stands alone. */
  readonly about?: PictureAbout;
}

const FONTS = [
  [400, regularUrl],
  [500, mediumUrl],
  [600, strongUrl],
] as const;

const MARGIN = 16;
const NAMESPACE = 'http://www.w3.org/2000/svg';

async function asDataUrl(url: string): Promise<string> {
  const blob = await (await fetch(url)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new LabError('internal', 'A typeface could not be read for the picture. Try again.'));
    reader.readAsDataURL(blob);
  });
}

/** The page's typeface as style rules that carry the letters along. */
export async function fontFaces(): Promise<string> {
  const faces = FONTS.map(async ([weight, url]) => {
    const data = await asDataUrl(url);
    return `@font-face{font-family:"IBM Plex Sans";font-weight:${weight};src:url(${data}) format("woff2")}`;
  });
  return (await Promise.all(faces)).join('\n');
}

/** A style sheet with the page's variables as they are now. */
function resolved(rules: string): string {
  return rules
    .replace(/var\((--(?:sans|mono))\)/g, '"IBM Plex Sans", sans-serif')
    .replace(/var\(--quick\)/g, '0s')
    .replace(/var\((--[a-z-]+)\)/g, (_, name: string) => colour(name));
}

/** The picture as an SVG document that needs nothing else. */
export async function toSvg({ svg, width, height, styles: own, about }: DrawnPicture): Promise<string> {
  const tree = svg.cloneNode(true) as SVGSVGElement;
  tree.setAttribute('xmlns', NAMESPACE);
  tree.setAttribute('width', String(width));
  tree.setAttribute('height', String(height + MARGIN));
  tree.setAttribute('viewBox', `0 0 ${width} ${height + MARGIN}`);
  tree.classList.remove('far');
  tree.querySelector('g')?.removeAttribute('transform');
  for (const hidden of tree.querySelectorAll('.halo, .target, .afar')) hidden.remove();
  const size = { width, height: height + MARGIN };
  const copy = about === undefined ? tree : sheetOf(tree, size, about, own === undefined);
  const style = document.createElementNS(NAMESPACE, 'style');
  style.textContent = `${await fontFaces()}\n${resolved([styles, stripStyles, own ?? ''].join('\n'))}`;
  const paper = document.createElementNS(NAMESPACE, 'rect');
  paper.setAttribute('width', '100%');
  paper.setAttribute('height', '100%');
  paper.setAttribute('fill', getComputedStyle(document.documentElement).backgroundColor);
  copy.prepend(style, paper);
  return new XMLSerializer().serializeToString(copy);
}

/** The picture as PNG. */
export async function toPng(picture: DrawnPicture): Promise<Blob> {
  return pngOf(await toSvg(picture));
}

/** An SVG document as PNG, at twice its size, or less where that would be too much for a canvas. */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const ratio = Math.min(2, 12_000 / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * ratio);
    canvas.height = Math.round(image.height * ratio);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob === null) throw new LabError('internal', 'The picture is too large for PNG. Save it as SVG.');
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}
