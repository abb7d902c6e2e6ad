/** @file From a trace to a column: places and lines of text. The same for every moment of a run, so that nothing jumps. */
import { LABEL_GAP, RING, vine, type Place } from './layout.ts';
import { NARROWEST, twigsOf, type Scene, type Shown } from './scene.ts';

export interface Mark extends Shown {
  readonly id: string;
  readonly place: Place;
  readonly from: Place;
}

/** One method's tree. Places count from the top left of the column. */
export interface Column {
  readonly scene: Scene;
  readonly width: number;
  readonly height: number;
  readonly root: Place;
  readonly marks: readonly Mark[];
  /** Where the line begins that leads to the answer, below the column. */
  readonly end: Place;
}

export interface ColumnOptions {
  readonly width: number;
  readonly head: number;
}

/** Beside the column's left edge. */
const MARGIN = 8;
const TO_ANSWER = 22;

export function draw(scene: Scene, { width, head }: ColumnOptions): Column {
  const beside = 2 * MARGIN + RING + LABEL_GAP;
  const { root, shown } = twigsOf(scene, width - beside);
  const { places, right, bottom } = vine(root);
  const placeOf = (id: string): Place => {
    const { x, y } = places.get(id) ?? { x: 0, y: 0 };
    return { x: MARGIN + RING + x, y: head + RING + y };
  };
  const marks = shown.map((one) => ({
    ...one,
    id: one.node.id,
    place: placeOf(one.node.id),
    from: placeOf(one.node.parent?.id ?? scene.task.id),
  }));
  // From top to bottom, as it is read; and what goes on is drawn over what left it.
  marks.sort((a, b) => a.place.y - b.place.y);
  const first = placeOf(scene.task.id);
  const end = marks.findLast(({ place }) => place.x === first.x)?.place ?? first;
  return {
    scene,
    root: first,
    marks,
    end,
    width: Math.max(width, beside + right + NARROWEST),
    height: head + RING + bottom + TO_ANSWER,
  };
}

/** Where the branch has turned to its child: there the leaf and what became of the state stand. */
export const signAt = ({ place, from }: Mark): Place =>
  from.x === place.x ? { x: place.x, y: place.y - RING - 8 } : { x: from.x + 1, y: place.y - 6 };

export const labelAt = ({ place: { x, y }, title, note }: Mark): Place => ({
  x: x + LABEL_GAP,
  y: y + 4 - (note.length > 0 || title.length > 1 ? 7 : 0),
});
