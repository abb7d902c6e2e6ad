/** @file The tree of a task as an SVG, alone or in a file that opens without the lab. There each of its states leads to what the file says of it. */
import { taskOf } from '../core/node-data.ts';
import type { TraceEvent } from '../core/trace.ts';
import { questionIn } from '../trace/guide-words.ts';
import { namesAround, TraceNames, type Names } from '../trace/names.ts';
import { valueAt, valueInShort, answerAt, costAt, inkAt, isInspired } from '../trace/trace-ink.ts';
import { traceTree, type TraceNode } from '../trace/trace-tree.ts';
import { answerInWords, truthInWords } from '../trace/answer-words.ts';
import { errorsOf, kindOf, titleOf, wordsOf } from '../picture/mark-text.ts';
import { ERRED, GLYPHS, LEAF, PENCIL, SLIPPED } from '../picture/glyphs.ts';
import { branchPath, RING, type Place } from '../picture/layout.ts';
import { draw, labelAt, signAt, tallies, type Mark, type Row } from '../picture/picture.ts';
import { statesOf, TEXT, type Scene } from '../picture/scene.ts';
import { wrap } from '../picture/wrap.ts';
import { escaped } from './html-text.ts';
import { inLight } from './page.ts';

const WIDTH = 920;
/** A larger tree is no picture any more; the list says what it holds. */
const MOST_STATES = 400;
const BELOW = 14;
const LEFT = 24;

export const TREE_STYLE = `.tree{overflow-x:auto}.tree svg{max-width:none}.tree text{font-family:system-ui,sans-serif}.tree path,.tree line{fill:none;stroke-linecap:round;stroke-linejoin:round}
.tree text,.tree .root{fill:var(--soft)}.tree .branch{stroke:var(--line);stroke-width:1.2}.tree .ring{fill:var(--paper);stroke:var(--line);stroke-width:1.2}.tree .glyph{stroke:var(--soft);stroke-width:1.6}
.tree .kept .branch,.tree .kept .ring{stroke:var(--ink);stroke-width:2.2}.tree .inspired .branch{stroke:var(--ochre)}.tree .kept .title,.tree .row-title{fill:var(--ink);font-weight:600}
.tree .stroke,.tree .wrong path{stroke:var(--clay);stroke-width:1.6}.tree .stroke{stroke-width:2.4}.tree .leaf,.tree .pencil{fill:var(--paper);stroke:var(--ochre);stroke-width:1.5}.tree .tally{stroke:var(--soft);stroke-width:1.5}
.tree .wrong circle,.tree .wrong .shape{fill:var(--paper);stroke:var(--clay)}.tree .failed,.tree .pruned .note{fill:var(--clay)}.tree .read{stroke:var(--leaf);stroke-width:2.2}.tree .answer{font-size:34px;font-weight:600;fill:var(--ink)}
.tree a:focus-visible .ring,.tree a:hover .ring,.tree a[data-now] .ring{stroke:var(--leaf);stroke-width:4}.tree a[data-now]{outline:none}`;

type Attributes = Readonly<Record<string, string | number>>;

const element = (name: string, attributes: Attributes, content = ''): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('')}>${content}</${name}>`;

const path = (className: string, d: string, at?: Place): string =>
  element('path', {
    class: className,
    d,
    ...(at === undefined ? {} : { transform: `translate(${String(at.x)} ${String(at.y)})` }),
  });

const lines = (className: string, texts: readonly string[], x: number, top: number, size: number): string =>
  texts
    .map((text, index) =>
      element('text', { class: className, x, y: top + index * TEXT.line, 'font-size': size }, escaped(text)),
    )
    .join('');

function wrongSigns(node: TraceNode, names: Names, { x, y }: Place): string {
  const { slip, misjudged } = errorsOf(node, names, Infinity);
  const at = (dy: number): string => `translate(${String(x + 10)} ${String(y + dy)})`;
  const slipped = element('circle', { r: 6 }) + element('path', { d: SLIPPED });
  const erred = element('path', { class: 'shape', d: 'M0-7 7 0 0 7-7 0Z' }) + element('path', { d: ERRED });
  return (
    (slip === null ? '' : element('g', { class: 'wrong', transform: at(-10) }, slipped)) +
    (misjudged === null ? '' : element('g', { class: 'wrong', transform: at(10) }, erred))
  );
}

function branchSigns(mark: Mark): string {
  const { node, place } = mark;
  const sign = signAt(mark, 'across');
  const votes = node.votes.at(-1)?.votes ?? 0;
  const worth = valueAt(node, Infinity);
  const worthAt = { x: place.x - RING - 5, y: place.y - 5, 'font-size': 11, 'text-anchor': 'end' };
  return [
    worth === null ? '' : element('text', worthAt, escaped(valueInShort(worth))),
    node.prune === null ? '' : path('stroke', `M${String(sign.x)} ${String(sign.y + 7)}l8 -14`),
    isInspired(node) && node.prune === null ? path('leaf', LEAF, sign) : '',
    votes === 0 ? '' : path('tally', tallies(votes, place)),
    node.edits.length === 0 ? '' : path('pencil', PENCIL, { x: place.x + 6, y: place.y - RING + 2 }),
  ].join('');
}

function markSvg(mark: Mark, { names }: Scene, ids: string | null): string {
  const { node, place, from, title, note } = mark;
  const { x, y } = place;
  const label = labelAt(mark);
  const ink = inkAt(node, 'kept', Infinity);
  const drawn = [
    element('title', {}, escaped(wordsOf(node))),
    path('branch', branchPath(from, place, 'across')),
    branchSigns(mark),
    element('circle', { class: 'ring', cx: x, cy: y, r: RING }),
    path('glyph', GLYPHS[kindOf(node)], { x: x - 7, y: y - 7 }),
    wrongSigns(node, names, place),
    lines('title', title, label.x, label.y, TEXT.title),
    lines('note', note, label.x, label.y + title.length * TEXT.line, TEXT.note),
  ];
  const className = `${ink}${isInspired(node) ? ' inspired' : ''}`;
  if (ids === null) return element('g', { class: className }, drawn.join(''));
  const to = `${ids}${node.id}`;
  const link = { href: `#${to}`, 'data-state': to, class: className, 'aria-label': titleOf(node, names) };
  return element('a', link, drawn.join(''));
}

function answerSvg({ scene, answer, answerFrom }: Row): string {
  const told = answerAt(scene.task, 'kept', Infinity);
  if (told === null) return '';
  const words = answerInWords(told.recommendation, scene.task.truth?.truth ?? null);
  const x = answer.x + 4;
  const line =
    answerFrom === null
      ? ''
      : path('read', `M${String(answerFrom.x + RING)} ${String(answer.y)}H${String(answer.x - 6)}`);
  return (
    line +
    element('text', { class: 'answer', x, y: answer.y + 11 }, escaped(words.answer)) +
    element('text', { x, y: answer.y + 29, 'font-size': 12 }, escaped(words.verdict))
  );
}

interface DrawnTree {
  readonly body: string;
  readonly width: number;
  readonly height: number;
}

/** Null where the task has too many states. @param ids what the ids of the states begin with; null where nothing is said of them */
function drawnTree(scene: Omit<Scene, 'run' | 'reveals'>, ids: string | null, title: string): DrawnTree | null {
  const shown: Scene = { ...scene, run: 0, reveals: true };
  const states = statesOf(shown);
  if (states.length > MOST_STATES) return null;
  const picture = draw([shown], { width: WIDTH, direction: 'across', axis: 'steps', isFolded: () => false });
  const [row] = picture.rows;
  if (row === undefined) return null;
  const { modelCalls, toolCalls } = costAt([scene.task, ...states], Infinity, 'kept');
  const facts = `${String(modelCalls)} model calls  ·  ${String(toolCalls)} tool uses`;
  const body = [
    element('text', { class: 'row-title', x: LEFT, y: 24, 'font-size': 14.5 }, escaped(title)),
    element('text', { x: LEFT, y: 42, 'font-size': 12.5 }, escaped(facts)),
    element('circle', { class: 'root', cx: row.root.x + RING - 3, cy: row.root.y, r: 3 }),
    row.marks.map((mark) => markSvg(mark, shown, ids)).join(''),
    answerSvg(row),
  ];
  return { body: body.join(''), width: Math.ceil(picture.width), height: Math.ceil(picture.height) + BELOW };
}

const sized = (width: number, height: number): Attributes => ({
  width,
  height,
  viewBox: `0 0 ${String(width)} ${String(height)}`,
});

/** For a page; empty where the task has no states or too many. @param ids what the ids of the states begin with */
export function treeSvg(scene: Omit<Scene, 'run' | 'reveals'>, ids: string, title: string): string {
  const tree = scene.task.children.length === 0 ? null : drawnTree(scene, ids, title);
  if (tree === null) return '';
  const label = title === '' ? 'The tree' : `The tree of ${title}`;
  const svg = element('svg', { ...sized(tree.width, tree.height), role: 'group', 'aria-label': label }, tree.body);
  return `<div class="tree" tabindex="0" role="region" aria-label="${escaped(label)}">${svg}</div>`;
}

/** What the signs of a tree mean. */
export const SIGNS =
  'In the tree: dark, used for the answer; pale, explored and not used; a red stroke, cut by the critic; a leaf, an alternative branch; short strokes, votes; ≠, the wrong person or item; !, the critic erred.';

const TOO_LARGE = `A tree of more than ${String(MOST_STATES)} states is no picture; the HTML file lists them.`;

/** A file of its own: of each task the question, what is true and the tree, then what the signs mean. Its colours are those of the day. */
export function runSvg(events: readonly TraceEvent[], title: string): string {
  const { tasks, nodes } = traceTree(events);
  const all = new TraceNames();
  for (const event of events) all.add(event);
  let [width, height] = [WIDTH, 0];
  const parts = tasks.map((task) => {
    const asked = taskOf(task);
    const names = asked === null ? all : namesAround(asked, all);
    const tree = drawnTree({ task, nodes, names }, null, title);
    const truth = task.truth?.truth;
    const said = [
      questionIn(task),
      truth === undefined ? '' : truthInWords(truth, asked?.user.name),
      tree === null ? TOO_LARGE : '',
    ].filter((text) => text !== '');
    const head = lines('row-title', said, LEFT, height + 24, TEXT.title);
    const top = height + 12 + said.length * TEXT.line;
    width = Math.max(width, tree?.width ?? 0);
    height = top + (tree?.height ?? 0);
    return tree === null ? head : head + element('g', { transform: `translate(0 ${String(top)})` }, tree.body);
  });
  const signs = wrap(SIGNS, width - 2 * LEFT, TEXT.note, 4);
  const paper = element('rect', { width: '100%', height: '100%', fill: inLight('var(--paper)') });
  const style = element('style', {}, inLight(TREE_STYLE));
  const body = [style, paper, ...parts, lines('', signs, LEFT, height + 20, TEXT.note)].join('');
  const full = sized(width, height + 20 + signs.length * TEXT.line);
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', class: 'tree', ...full }, body);
}
