/** @file The rows of the lanes with their places: labels in lines, so that nothing is cut that has room. Pure. */
import { counted } from '../../words.ts';
import { SLIP } from '../../../picture/mark-text.ts';
import { fit, textWidth, wrap } from '../../../picture/wrap.ts';
import type { LaneRow } from './lanes.ts';

/** A row with its place from the top, its height and its lines. */
export interface PlacedRow {
  readonly row: LaneRow;
  readonly y: number;
  readonly height: number;
  readonly title: readonly string[];
  /** How it slipped, as far as there is room to say it; empty where it did not. */
  readonly slip: string;
  readonly note: readonly string[];
}

/** Of the first row: the names of the lanes stand above it. */
export const TOP = 34;
/** Between the baselines of two lines. */
export const LINE = 16;
/** From the rim of a box to its text. */
export const INSET = 8;
/** From the middle between two lanes to the rim of a box. */
export const GAP = 8;
const LETTERS = 12;
const MOST_LINES = 2;
/** What the mark that folds takes of a box. */
const FOLD = 30;

/** How a slip is marked: its kind, where it has room, and what was wrong. */
function slipMark(slip: string, room: number): string {
  if (slip === '') return '';
  const whole = `× ${slip}`;
  return textWidth(whole, LETTERS) <= room ? whole : fit(whole.replace(SLIP, ''), room, LETTERS);
}

/** Where lanes have their middle. */
export const centre = (lane: number, width: number): number => lane * width + width / 2;

function place(row: LaneRow, y: number, width: number): PlacedRow {
  const inside = width - 2 * (GAP + INSET);
  if (row.type === 'message') {
    const room = Math.abs(row.to - row.from) * width - 36;
    const title = wrap(row.text, room, LETTERS, MOST_LINES);
    return { row, y, height: 18 + LINE * Math.max(1, title.length), title, slip: '', note: [] };
  }
  if (row.type === 'work') {
    const steps = counted(row.steps, 'step');
    const all = `${steps}, ${counted(row.tools, 'look-up')}`;
    const words = textWidth(all, LETTERS) <= inside - FOLD ? all : fit(steps, inside - FOLD, LETTERS);
    return { row, y, height: 40, title: [words], slip: '', note: [] };
  }
  const title = wrap(row.title, inside, LETTERS, MOST_LINES);
  const note = row.note === '' ? [] : wrap(row.note, inside, LETTERS, MOST_LINES);
  const slip = slipMark(row.slip, inside);
  const lines = title.length + note.length + (slip === '' ? 0 : 1);
  return { row, y, height: 18 + LINE * lines, title, slip, note };
}

/** Places rows under each other. @param width of a lane, in pixels */
export function placeRows(rows: readonly LaneRow[], width: number): readonly PlacedRow[] {
  let y = TOP;
  return rows.map((row) => {
    const placed = place(row, y, width);
    y += placed.height;
    return placed;
  });
}
