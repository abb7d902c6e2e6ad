import { beforeEach, describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import type { TaskRecord } from '../../../src/core/evaluation.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { JudgingDesk, WRITER } from '../../../src/lab/judging/blind-judging.ts';
import { parseEvaluation, type Evaluation } from '../../../src/lab/evaluation/evaluation-spec.ts';
import { openRecords, openTraces } from '../../../src/lab/evaluation/record-files.ts';
import { exampleDatasets } from '../../../src/lab/run/example-datasets.ts';
import { createSplit, createTasks } from '../../../src/lab/run/registry.ts';
import type { Session } from '../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../data/dataset.ts';

const NEVER = new AbortController().signal;
const METHODS = ['input-output', 'chain-of-thought', 'self-inspiring'] as const;
const NAME = 'texts';

const made = madeUpDataset();
const dataset: Dataset = {
  ...made,
  interactions: {
    ...made.interactions,
    summary: (made.interactions.review ?? []).map((text, at) => (text === null ? null : `Heading ${at}`)),
  },
};
const books: Dataset = { ...dataset, manifest: { ...dataset.manifest, name: 'books' } };
const session = { dataset, examples: exampleDatasets([books]) } as unknown as Session;

const evaluationOf = (methods: readonly string[], task = 'review-summarization', options = {}): Evaluation =>
  parseEvaluation(
    {
      name: NAME,
      spec: { dataset: { name: 'made-up' }, tasks: { name: task, options } },
      recommenders: methods.map((planner) => ({ name: 'recmind', options: { planner } })),
    },
    dataset.manifest.sha256,
  );
const evaluation = evaluationOf(METHODS);

/** What a method writes of a task; null where it fails. */
type Writing = (method: string, task: string) => string | null;

const answer = (text: string): TraceEvent[] => [
  { seq: 0, time: 0, node: '', type: 'run-start', spec: {}, dataset: {}, model: 'none', tasks: 1 },
  { seq: 1, time: 0, node: '0', type: 'node-start', parent: null, kind: 'task', label: '', detail: null },
  {
    ...{ seq: 2, time: 0, node: '0', type: 'answer', from: 'kept', states: [], reason: '' },
    recommendation: { type: 'text', text },
  },
];

/** Keeps a finished evaluation as a run would have. */
async function keep(files: MemoryFileStore, { cells }: Evaluation, writing: Writing): Promise<readonly string[]> {
  const [first] = cells;
  const tasks =
    first === undefined ? [] : createTasks(first.spec, dataset, createSplit(first.spec, dataset), session.examples);
  for (const { label, digest } of cells) {
    const records = await openRecords(files, NAME, digest, '1-of-1');
    const traces = await openTraces(files, NAME, digest, '1-of-1');
    for (const { id, task } of tasks) {
      const text = writing(label, id);
      const trace = text === null ? {} : { trace: await traces.add(answer(text)) };
      const record: TaskRecord = {
        ...{ cell: digest, task: id, person: task.user.id, error: text === null ? 'reply-unparseable' : null },
        ...{ values: {}, position: null, modelCalls: 1, toolCalls: 0, tokens: 1, seconds: 0, ...trace },
      };
      records.add(record);
    }
    await traces.close();
    await records.close();
  }
  return tasks.map(({ id }) => `1 ${id}`);
}

const textOf: Writing = (method, task) => `The ${METHODS.indexOf(method as never)}th heading of ${task}`;
/** The person's own headings are numbered too, and begin otherwise. */
const methodOf = (text: string): string =>
  text.startsWith('Heading') ? WRITER : (METHODS[Number(/\d+/.exec(text)?.[0])] ?? '');

describe('the judging desk', () => {
  let files: MemoryFileStore;
  beforeEach(() => (files = new MemoryFileStore()));

  const open = (of: Evaluation = evaluation): JudgingDesk =>
    new JudgingDesk({
      files: () => Promise.resolve(files),
      reopened: () => Promise.resolve({ evaluation: of, session }),
    });

  test('gives out texts and nothing that says whose they are, and maps places back to methods', async () => {
    await keep(files, evaluation, textOf);
    const desk = open();
    let at = 0;
    const winners: string[] = [];
    for (;;) {
      const { question, counts } = await desk.next(NAME, NEVER);
      expect(counts.judged).toBe(at);
      if (question === null) break;
      expect(JSON.stringify(question)).not.toMatch(/chain-of-thought|self-inspiring|input-output|person wrote/);
      expect(Object.keys(question).sort()).toEqual(['id', 'task', 'texts']);
      expect(question.texts).toHaveLength(4);
      // The first text of every other question, then the text of one method.
      const best = at % 2 === 0 ? 0 : question.texts.findIndex((text) => methodOf(text) === 'self-inspiring');
      winners.push(methodOf(question.texts[best] ?? ''));
      await desk.judge(
        NAME,
        question.id,
        question.texts.map((_, text) => (text === best ? 1 : 2)),
      );
      at += 1;
    }
    expect(at).toBeGreaterThan(3);
    const { subjects, judged } = await desk.results(NAME);
    expect(judged).toBe(at);
    expect(subjects.map(({ subject }) => subject)).toEqual([...METHODS, WRITER]);
    for (const { subject, firstShare } of subjects) {
      const own = winners.filter((winner) => winner === subject).length;
      expect(firstShare?.value).toBeCloseTo(own / at, 12);
    }
  });

  test('goes on after a reload in the same order, with the same texts in the same order, and saves what was judged', async () => {
    const questions = await keep(files, evaluation, textOf);
    const desk = open();
    const first = await desk.next(NAME, NEVER);
    expect(await open().next(NAME, NEVER)).toEqual(first);
    await desk.judge(NAME, first.question?.id ?? '', [2, 1, 2, 2]);
    const second = await desk.next(NAME, NEVER);
    expect(second.question?.id).not.toBe(first.question?.id);
    const reloaded = open();
    expect(await reloaded.next(NAME, NEVER)).toEqual(second);
    expect(second.counts).toEqual({ questions: questions.length, judged: 1, skipped: 0 });
    await reloaded.judge(NAME, second.question?.id ?? '', null);
    expect((await open().next(NAME, NEVER)).counts).toEqual({ questions: questions.length, judged: 1, skipped: 1 });
    const csv = await (await open().export(NAME)).text();
    expect(csv.trim().split('\r\n')).toHaveLength(1 + METHODS.length + 1);
  });

  test('passes over a task of which all texts are alike', async () => {
    const questions = await keep(files, evaluation, (_method, task) => {
      const at = dataset.interactions.user.findIndex(
        (user, place) => `${user}:${dataset.interactions.item[place]}` === task,
      );
      return dataset.interactions.summary?.[at] ?? null;
    });
    expect(await open().next(NAME, NEVER)).toMatchObject({ counts: { questions: questions.length }, question: null });
  });
});
