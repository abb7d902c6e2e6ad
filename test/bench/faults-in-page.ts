/**
 * @file The part of the fault campaign that runs in a page: five kinds of work, each of which says what it was shown as kept, and a look at
 * what is kept afterwards.
 */
import { newId } from '../../src/client/run-record.ts';
import { connectLab } from '../../src/client/create-lab-client.ts';
import type { NotebookContent } from '../../src/client/lab.ts';
import { beginWork, takeOver } from '../../src/client/site-keeper.ts';
import { allowOwnScripts } from '../../src/core/platform/site-scope.ts';
import type { Json } from '../../src/core/json.ts';
import { DEFAULT_ENVIRONMENT, type TrainingSpec } from '../../src/core/simulation.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import type { ChatSettings } from '../../src/lab/chat/service.ts';

/** The kinds of work that are broken off. */
export const WORKS = ['run', 'chat', 'evaluation', 'training', 'notebook'] as const;
/** A kind of work. */
export type Work = (typeof WORKS)[number];

/** Says that something was shown as kept. */
type Show = (what: string) => void;

declare global {
  interface Window {
    /** Bound by the campaign: tells it what was shown as kept. */
    shownAsKept(id: string, what: string): Promise<void>;
  }
}

const NEVER = new AbortController().signal;
const SLOW = { onProgress: () => undefined, signal: NEVER };
const FILMS = 'synthetic-films';
const MESSAGES = [
  'three thrillers from the 90s',
  'which of them is the longest?',
  'something newer',
  'how many comedies are there?',
];

const SETTINGS: ChatSettings = {
  model: { name: 'built-in/reasoner', options: {} },
  critic: null,
  planning: 'plan-first',
  reflections: 1,
  profile: true,
  demonstrations: 'zero',
};

allowOwnScripts();
const lab = connectLab();
const simulations = lab.simulations;

const evaluationOf = (id: string): { readonly [field: string]: Json } => ({
  name: id,
  spec: { dataset: { name: FILMS }, tasks: { name: 'rating-prediction', options: { count: 300 } }, metrics: ['RMSE'] },
  recommenders: [
    { name: 'recmind', options: { planner: 'chain-of-thought' } },
    { name: 'recmind', options: { planner: 'tree-of-thoughts-bfs' } },
  ],
  seeds: [1],
});

const TRAINING: TrainingSpec = {
  environment: DEFAULT_ENVIRONMENT,
  learnsFrom: 'surrogate',
  policies: [{ name: 'a2c', options: {} }],
  seeds: [1, 2],
  steps: 20_000,
};

const contentOf = (title: string): NotebookContent => ({
  title,
  cells: 1,
  origin: null,
  notebook: { version: 1, title, cells: [{ id: 'words', type: 'text', text: title }] },
});

async function openFilms(): Promise<void> {
  await lab.open(FILMS, SLOW);
}

/** Works for a long time, or until the page or a worker is gone. */
export async function work(kind: Work, id: string, show: Show): Promise<void> {
  if (kind === 'notebook') return saveOverAndOver(id, show);
  if (kind === 'training') {
    const training = newId('training');
    await simulations.start('training', training, { ...TRAINING, cells: [] }, { signal: NEVER });
    show(`begun ${training}`);
    await simulations.train(training, TRAINING, { onEvents: () => undefined, signal: NEVER });
    show(`ended ${training}`);
    return;
  }
  await openFilms();
  if (kind === 'chat') return talk(id, show);
  if (kind === 'evaluation') {
    const onUpdate = (update: { readonly type: string; readonly progress?: { readonly done: number } }): void => {
      if (update.progress !== undefined) show(String(update.progress.done));
    };
    await lab.start('grid', 'grid', evaluationOf(id), { onUpdate, signal: NEVER });
    return;
  }
  const { defaultSpec } = await lab.describe();
  for (let seed = 1; ; seed += 1) {
    const kept = newId('run');
    const spec = { ...defaultSpec, tasks: { name: 'rating-prediction', options: { count: 60 } }, seed };
    const summary = await lab.start('run', kept, spec, { signal: NEVER });
    // The run goes on without its file; the bar then says that it is kept in the tab only.
    if (lab.storage.state.failure === null) show(`${kept} ${summary.digest}`);
  }
}

async function talk(id: string, show: Show): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const text = `${MESSAGES[turn % MESSAGES.length] ?? ''} (${id} ${String(turn)})`;
    await lab.say(id, { settings: SETTINGS, text }, { signal: NEVER });
    show(text);
  }
}

/** Takes over from the other tab, as its person would, and talks until that takes over again. */
export async function talkHere(id: string): Promise<void> {
  if (!(await beginWork())) await takeOver();
  begin('chat', id);
}

async function saveOverAndOver(id: string, show: Show): Promise<void> {
  for (let save = 1; ; save += 1) {
    const title = `${id} text ${String(save)}`;
    await lab.keep('notebook', { id: id, content: contentOf(title) });
    show(title);
  }
}

const saidIn = (events: readonly TraceEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'node-start' ? [event.label] : []));

/** What of that is not there now. @param shown what `work` showed, in order */
export async function lost(kind: Work, id: string, shown: readonly string[]): Promise<readonly string[]> {
  const last = shown.at(-1);
  if (last === undefined) return [];
  switch (kind) {
    case 'notebook': {
      const { title } = await lab.query('notebook', id);
      const number = (text: string): number => Number(text.split(' ').at(-1));
      return number(title) >= number(last) ? [] : [last];
    }
    case 'training': {
      const training = shown[0]?.split(' ')[1] ?? '';
      return (await lab.list()).some(({ id: one }) => one === training) ? [] : [training];
    }
    case 'evaluation': {
      await openFilms();
      const { done } = await lab.query('outline', evaluationOf(id));
      return done >= Number(last) ? [] : [`${last} tasks, ${String(done)} kept`];
    }
    case 'chat': {
      await openFilms();
      const said = saidIn((await lab.read(id)).events).join('\n');
      return shown.filter((text) => !said.includes(text));
    }
    case 'run': {
      const missing: string[] = [];
      for (const words of shown.slice(-10)) {
        const [run = '', digest = ''] = words.split(' ');
        const kept = await lab.read(run).catch(() => null);
        const end = kept?.events.at(-1);
        const summary = end?.type === 'run-end' ? JSON.stringify(end.summary) : '';
        if (!summary.includes(digest)) missing.push(run);
      }
      return missing;
    }
  }
}

/** Begins to work, and tells the campaign what was shown. */
export function begin(kind: Work, id: string): void {
  work(kind, id, (what) => void window.shownAsKept(id, what)).catch((thrown: unknown) => {
    void window.shownAsKept(`${id} failed`, String(thrown));
  });
}

/** All files of this site, as the browser keeps them. */
export async function keptFiles(): Promise<readonly string[]> {
  const found: string[] = [];
  const look = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === 'directory') await look(handle, `${path}${name}/`);
      else found.push(path + name);
    }
  };
  await look(await navigator.storage.getDirectory(), '');
  return found.sort();
}

/** Damages a kept file as a failing disk would: zeroes, a cut, or one changed bit. @param at 0 to 1, where in the file */
export async function damage(path: string, how: 'zero' | 'cut' | 'bit', at: number): Promise<void> {
  const parts = path.split('/');
  let folder = await navigator.storage.getDirectory();
  for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part);
  const handle = await folder.getFileHandle(parts.at(-1) ?? '');
  const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
  const place = Math.floor(at * bytes.length);
  if (how === 'zero') bytes.fill(0, place, place + 512);
  else if (how === 'bit' && bytes.length > 0) bytes[place] = (bytes[place] ?? 0) ^ 1;
  const writable = await handle.createWritable();
  await writable.write(how === 'cut' ? bytes.subarray(0, place) : bytes);
  await writable.close();
}

/** The lab's answers to a few questions, which no damage to what it computed may change. */
export async function answers(): Promise<readonly string[]> {
  await openFilms();
  const { defaultSpec } = await lab.describe();
  await lab.prepare(defaultSpec, SLOW);
  const { digest } = await lab.start('run', newId('run'), defaultSpec, { onEvents: () => undefined, signal: NEVER });
  const sum = await lab.query('sql', 'SELECT count(*), sum(rating), sum(item_id) FROM interactions', { signal: NEVER });
  return [digest, JSON.stringify(sum)];
}

/** Goes on with what was broken off: a little more has to work. */
export async function goesOn(kind: Work, id: string): Promise<void> {
  const enough = new Error('enough');
  // An evaluation and a training come to their end by themselves.
  const show = (): void => {
    if (kind !== 'evaluation' && kind !== 'training') throw enough;
  };
  await work(kind, id, show).catch((thrown: unknown) => {
    if (thrown !== enough) throw thrown;
  });
}
