/** @file The tree of a task as an SVG, alone or in a file that opens without the lab. There each of its states leads to what the file says of it. */
import { taskOf } from '../core/node-data.ts';
import type { TraceEvent } from '../core/trace.ts';
import { questionIn } from '../trace/guide-words.ts';
import { namesAround, TraceNames } from '../trace/names.ts';
import { answerAt, costAt, inkAt, isInspired } from '../trace/trace-ink.ts';
import { traceTree } from '../trace/trace-tree.ts';
import { answerInWords, truthInWords } from '../trace/answer-words.ts';
import type { Tone } from '../picture/mark-text.ts';
import { DROPPED, GLYPHS, kindOf, LEAF, noteOf, PENCIL, SLIPPED, titleOf, wordsOf } from '../picture/mark-text.ts';
import type { Column, Mark, Place, Scene } from '../picture/picture.ts';
import { branchPath, draw, labelAt, RING, signAt, statesOf, TEXT } from '../picture/picture.ts';
import { wrap } from '../picture/wrap.ts';
import { escaped } from './html-text.ts';
import { inLight } from './page.ts';

const WIDTH = 560;
/** A larger tree is no picture any more; the list says what it holds. */
const MOST_STATES = 400;
const ANSWER_HEIGHT = 64;
const LEFT = 8;
const HEAD = 60;

export const TREE_STYLE = `.tree{overflow-x:auto}.tree svg{max-width:none}.tree text{font-family:system-ui,sans-serif}.tree path{fill:none;stroke-linecap:round;stroke-linejoin:round}
.tree text,.tree .root{fill:var(--soft)}.tree .branch{stroke:var(--line);stroke-width:1.2}.tree .ring{fill:var(--paper);stroke:var(--line);stroke-width:1.2}.tree .glyph{stroke:var(--soft);stroke-width:1.6}
.tree .kept .branch,.tree .kept .ring{stroke:var(--ink);stroke-width:2.2}.tree .kept .title,.tree .row-title{fill:var(--ink);font-weight:600}
.tree .leaf{fill:var(--paper);stroke:var(--soft);stroke-width:1.5}.tree .pencil{fill:var(--paper);stroke:var(--ochre);stroke-width:1.5}
.tree .sign circle{fill:var(--paper);stroke:var(--soft)}.tree .sign path{stroke:var(--soft);stroke-width:1.6}.tree .slip .ring,.tree .slip .sign *{stroke:var(--ochre)}.tree .slip .note{fill:var(--ochre)}
.tree .wrongly .ring,.tree .wrongly .branch,.tree .wrongly .sign *{stroke:var(--clay)}.tree .wrongly .note,.tree .failed .note{fill:var(--clay)}.tree .read{stroke:var(--leaf);stroke-width:2.2}.tree .answer{font-size:34px;font-weight:600;fill:var(--ink)}
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

function signSvg(tone: Tone, { x, y }: Place): string {
  if (tone !== 'slip' && tone !== 'rightly' && tone !== 'wrongly') return '';
  const drawn = element('circle', { r: 6 }) + element('path', { d: tone === 'slip' ? SLIPPED : DROPPED[tone] });
  return element('g', { class: 'sign', transform: `translate(${String(x + 9)} ${String(y - 9)})` }, drawn);
}

function markSvg(mark: Mark, { names }: Scene, ids: string | null): string {
  const { node, place, from, title, note } = mark;
  const { x, y } = place;
  const label = labelAt(mark);
  const { tone } = noteOf(node, names, { from: 'kept', position: Infinity });
  const drawn = [
    element('title', {}, escaped(wordsOf(node))),
    path('branch', branchPath(from, place)),
    isInspired(node) && node.prune === null ? path('leaf', LEAF, signAt(mark)) : '',
    node.edits.length === 0 ? '' : path('pencil', PENCIL, { x: x + 6, y: y - RING + 2 }),
    element('circle', { class: 'ring', cx: x, cy: y, r: RING }),
    path('glyph', GLYPHS[kindOf(node)], { x: x - 7, y: y - 7 }),
    signSvg(tone, place),
    lines('title', title, label.x, label.y, TEXT.title),
    lines('note', note, label.x, label.y + title.length * TEXT.line, TEXT.note),
  ];
  const className = `${inkAt(node, 'kept', Infinity)} ${tone}`;
  if (ids === null) return element('g', { class: className }, drawn.join(''));
  const to = `${ids}${node.id}`;
  const link = { href: `#${to}`, 'data-state': to, class: className, 'aria-label': titleOf(node, names) };
  return element('a', link, drawn.join(''));
}

function answerSvg({ scene, root, end, height }: Column): string {
  const told = answerAt(scene.task, 'kept', Infinity);
  if (told === null) return '';
  const words = answerInWords(told.recommendation, scene.task.truth?.truth ?? null);
  return (
    path('read', `M${String(root.x)} ${String(end.y + RING)}V${String(height)}`) +
    element('text', { class: 'answer', x: LEFT, y: height + 32 }, escaped(words.answer)) +
    element('text', { x: LEFT, y: height + 50, 'font-size': 12 }, escaped(words.verdict))
  );
}

interface DrawnTree {
  readonly body: string;
  readonly width: number;
  readonly height: number;
}

/** Null where the task has too many states. @param ids what the ids of the states begin with; null where nothing is said of them */
function drawnTree(scene: Omit<Scene, 'run'>, ids: string | null, title: string): DrawnTree | null {
  const shown: Scene = { ...scene, run: 0 };
  const states = statesOf(shown);
  if (states.length > MOST_STATES) return null;
  const column = draw(shown, { width: WIDTH, head: HEAD });
  const { modelCalls, toolCalls } = costAt([scene.task, ...states], Infinity, 'kept');
  const facts = `${String(modelCalls)} model calls  ·  ${String(toolCalls)} look-ups`;
  const body = [
    element('text', { class: 'row-title', x: LEFT, y: 24, 'font-size': 14.5 }, escaped(title)),
    element('text', { x: LEFT, y: 42, 'font-size': 12.5 }, escaped(facts)),
    element('circle', { class: 'root', cx: column.root.x, cy: column.root.y, r: 3 }),
    column.marks.map((mark) => markSvg(mark, shown, ids)).join(''),
    answerSvg(column),
  ];
  return { body: body.join(''), width: Math.ceil(column.width), height: Math.ceil(column.height) + ANSWER_HEIGHT };
}

const sized = (width: number, height: number): Attributes => ({
  width,
  height,
  viewBox: `0 0 ${String(width)} ${String(height)}`,
});

/** For a page; empty where the task has no states or too many. @param ids what the ids of the states begin with */
export function treeSvg(scene: Omit<Scene, 'run'>, ids: string, title: string): string {
  const tree = scene.task.children.length === 0 ? null : drawnTree(scene, ids, title);
  if (tree === null) return '';
  const label = title === '' ? 'The tree' : `The tree of ${title}`;
  const svg = element('svg', { ...sized(tree.width, tree.height), role: 'group', 'aria-label': label }, tree.body);
  return `<div class="tree" tabindex="0" role="region" aria-label="${escaped(label)}">${svg}</div>`;
}

export const SIGNS =
  'In the tree: dark, used in the answer; pale, looked at and not used; amber ≠, about the wrong person or item; a tick, rightly dropped; a red cross, dropped by mistake; a leaf, a side idea.';

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
