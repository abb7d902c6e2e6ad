/** @file From traces to a picture: places and lines of text. The same for every moment of a run, so that nothing jumps. */
import { BESIDE_GAP, espalier, LABEL_DROP, LANE, RING, TURN, vine, type Place } from './layout.ts';
import { ANSWER, lastRead, measure, twigsOf, type Axis, type Scene, type Shown } from './scene.ts';
import type { TraceNode } from '../trace/trace-tree.ts';

export interface Mark extends Shown {
  readonly id: string;
  readonly place: Place;
  readonly from: Place;
}

/** One planner's tree in the picture. Places count from the top left of the picture. */
export interface Row {
  readonly scene: Scene;
  readonly top: number;
  readonly height: number;
  readonly root: Place;
  readonly marks: readonly Mark[];
  readonly answerFrom: Place | null;
  readonly answer: Place;
}

export interface Picture {
  readonly rows: readonly Row[];
  readonly width: number;
  readonly height: number;
  /** The axis: where 0 stands, pixels for one more, and how many there are. */
  readonly axis: { readonly origin: number; readonly unit: number; readonly extent: number };
}

export interface PictureOptions {
  readonly width: number;
  readonly direction: 'across' | 'down';
  readonly axis: Axis;
  readonly isFolded: (scene: Scene, node: TraceNode) => boolean;
}

const MARGIN = { across: 24, down: 16 } as const;
const HEADER = { across: 55, down: 92 } as const;
const STEP = { least: 94, most: 260 } as const;
const LAST_RUN = 100;
const FIRST_STEP = 54;
const ANSWER_WIDTH = 112;
/** From the last state to the answer on the axis of cost. */
const LAST_CALLS = 112;
const AFTER_ROW = 16;
const LEAST_CALL = 9;
const AXIS_HEIGHT = 16;
const DEEPEST_LANES = 3 * LANE;

type Scale = Picture['axis'];

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

function scaleOf(scenes: readonly Scene[], { width, axis }: PictureOptions): Scale {
  const measures = scenes.map((scene) => measure(scene, axis));
  const extent = measures.reduce((most, one) => Math.max(most, one.extent), 1);
  const left = MARGIN.across + RING;
  if (axis === 'steps') {
    const room = width - left - FIRST_STEP - LAST_RUN - ANSWER_WIDTH;
    const unit = clamp(room / Math.max(1, extent - 1), STEP.least, STEP.most);
    return { origin: left + FIRST_STEP - unit, unit, extent };
  }
  // No two rings of one branch may touch, however little was asked between them.
  const least = Math.max(
    LEAST_CALL,
    (2 * RING + 6) / measures.reduce((least, one) => Math.min(least, one.shortest), Infinity),
  );
  return { origin: left, unit: Math.max(least, (width - left - LAST_CALLS - ANSWER_WIDTH) / extent), extent };
}

/** The dot where the branches start has its right rim where a ring would have it. */
const ROOT = MARGIN.across + 6 - RING;

function assemble(
  scene: Scene,
  shown: readonly Shown[],
  row: Pick<Row, 'top' | 'height' | 'answer' | 'answerFrom'>,
  at: (id: string) => Place,
): Row {
  const marks = shown.map((one) => ({
    ...one,
    id: one.node.id,
    place: at(one.node.id),
    from: at(one.node.parent?.id ?? scene.task.id),
  }));
  return { scene, ...row, root: at(scene.task.id), marks };
}

function rowAcross(scene: Scene, top: number, scale: Scale, options: PictureOptions): Row {
  const { of } = measure(scene, options.axis);
  const at = (count: number): number => scale.origin + count * scale.unit;
  const last = lastRead(scene);
  const end = options.axis === 'steps' ? at(scale.extent) + LAST_RUN : at(last === null ? 0 : of(last)) + LAST_CALLS;
  const { root, shown } = twigsOf(scene, {
    xOf: (node) => at(of(node)),
    answerX: last === null ? null : end,
    widest: STEP.most - RING,
    right: options.width - 8,
    noteLines: 1,
    allBeside: false,
    isFolded: options.isFolded,
  });
  const placed = espalier({ ...root, x: ROOT });
  const base = top + HEADER.across - placed.top;
  const placeOf = (id: string): Place => {
    const place = placed.places.get(id) ?? { x: ROOT, y: 0 };
    return { x: place.x, y: place.y + base };
  };
  const holder = shown.find(({ node }) => node === last)?.node.id ?? scene.task.id;
  const height = HEADER.across + placed.bottom - placed.top + AFTER_ROW;
  const answer = last === null ? { x: end, y: base } : placeOf(ANSWER);
  return assemble(scene, shown, { top, height, answer, answerFrom: last === null ? null : placeOf(holder) }, placeOf);
}

function rowDown(scene: Scene, top: number, options: PictureOptions): Row {
  const { root, shown } = twigsOf(scene, {
    xOf: () => 0,
    answerX: null,
    widest: options.width - 2 * MARGIN.down - 2 * RING - DEEPEST_LANES,
    right: options.width - MARGIN.down,
    noteLines: 2,
    allBeside: true,
    isFolded: options.isFolded,
  });
  const placed = vine(root);
  const base = top + HEADER.down;
  const placeOf = (id: string): Place => {
    const place = placed.places.get(id) ?? { x: 0, y: 0 };
    return { x: MARGIN.down + RING + place.x, y: base + place.y };
  };
  const height = HEADER.down + placed.bottom + AFTER_ROW;
  const answer = { x: options.width - MARGIN.down, y: top + HEADER.down / 2 };
  // From top to bottom, as it is read; and what goes on is drawn over what left it.
  const lines = shown.toSorted((a, b) => placeOf(a.node.id).y - placeOf(b.node.id).y);
  return assemble(scene, lines, { top, height, answer, answerFrom: null }, placeOf);
}

export function draw(scenes: readonly Scene[], options: PictureOptions): Picture {
  const scale = scaleOf(scenes, options);
  const rows: Row[] = [];
  let top = options.axis === 'calls' ? AXIS_HEIGHT : 0;
  for (const scene of scenes) {
    const row = options.direction === 'down' ? rowDown(scene, top, options) : rowAcross(scene, top, scale, options);
    rows.push(row);
    top += row.height;
  }
  const right = rows.reduce((most, { answer }) => Math.max(most, answer.x), 0) + ANSWER_WIDTH;
  const width = options.direction === 'down' ? options.width : Math.max(options.width, right);
  return { rows, width, height: top, axis: scale };
}

/** Where the branch has turned to its child: there the cut, the leaf and the tallies stand. */
export function signAt({ place, from }: Mark, direction: 'across' | 'down'): Place {
  if (direction === 'down')
    return from.x === place.x ? { x: place.x, y: place.y - RING - 8 } : { x: from.x + 1, y: place.y - 6 };
  const isRising = from.y !== place.y;
  const x = isRising ? Math.min(from.x + RING + TURN + 4, place.x - RING - 16) : (from.x + place.x) / 2;
  return { x, y: place.y };
}

/** Where the first line of its text begins. */
export function labelAt({ place: { x, y }, beside, title, note }: Mark): Place {
  if (!beside) return { x: x - RING, y: y + LABEL_DROP + 11 };
  return { x: x + BESIDE_GAP, y: y + 4 - (note.length > 0 || title.length > 1 ? 7 : 0) };
}

/** A stroke for each vote. */
export const tallies = (votes: number, { x, y }: Place): string =>
  Array.from({ length: votes }, (_, index) => `M${String(x - RING - 6 - index * 4)} ${String(y - 4)}v-9`).join('');
