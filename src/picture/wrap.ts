/** @file Breaks a label into lines by estimated widths of letters, so that it comes out the same everywhere. */

const NARROW = /[\u00a0\u0020-\u002f:;|[\](){}ijlftrI1']/;
const WIDE = /[mwMWQ@%—…]/;
const CAPITAL = /[A-Z&#0-9$€£<>=+~]/;
const SQUARE = /[\u1100-\u11ff\u2e80-\uffdc]|[\ud800-\udbff]/;

export function textWidth(text: string, size: number): number {
  let em = 0;
  for (const letter of text) {
    if (SQUARE.test(letter)) em += 1.05;
    else if (NARROW.test(letter)) em += 0.34;
    else if (WIDE.test(letter)) em += 0.88;
    else em += CAPITAL.test(letter) ? 0.64 : 0.57;
  }
  return em * size;
}

export function fit(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text;
  const letters = [...text];
  let room = width - textWidth('…', size);
  let end = 0;
  while (end < letters.length) {
    room -= textWidth(letters[end] ?? '', size);
    if (room < 0) break;
    end += 1;
  }
  return `${letters.slice(0, end).join('').trimEnd()}…`;
}

export function wrap(text: string, width: number, size: number, most: number): string[] {
  const words = text
    .replace(/\s+/g, ' ')
    .trim()
    // A line does not begin with what parts two things.
    .replace(/ · /g, '\u00a0· ')
    .split(' ')
    .filter((word) => word !== '');
  const lines: string[] = [];
  let line = '';
  while (words.length > 0) {
    const word = words.shift() ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (textWidth(longer, size) <= width || line === '') {
      line = longer;
      continue;
    }
    if (lines.length === most - 1) {
      line = [line, word, ...words].join(' ');
      break;
    }
    lines.push(fit(line, width, size));
    line = word;
  }
  if (line !== '') lines.push(fit(line, width, size));
  return lines.map((one) => one.replace(/\u00a0/g, ' '));
}
