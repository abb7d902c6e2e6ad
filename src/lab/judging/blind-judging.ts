/** @file Blind judging of texts. The key stays in the lab: a judge gets texts and returns places. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { now } from '../../core/clock.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { Judgement, TaskRecord } from '../../core/evaluation.ts';
import type { FileStore } from '../../core/file-store.ts';
import { canonicalJson } from '../../core/json.ts';
import { createRandom, shuffled, type Random } from '../../core/random.ts';
import { isRequestType, isTextType, type TextTask } from '../../core/task.ts';
import type { AnswerFrom, TraceEvent } from '../../core/trace.ts';
import type { Evaluation, EvaluationCell, EvaluationRow } from '../evaluation/evaluation-spec.ts';
import { readRecords } from '../evaluation/record-files.ts';
import { matchingTrace } from '../evaluation/trace-again.ts';
import {
  appendJudging,
  judgingAsCsv,
  judgingCounts,
  judgingResults,
  readJudging,
  validJudgements,
  type JudgingScope,
} from './judging-results.ts';
import { createSplit, createTasks } from '../run/registry.ts';
import type { Session } from '../run/session.ts';
import type { EvaluationBench } from '../evaluation/evaluations.ts';
import type { Answers, Keepers, LabParts } from '../kind.ts';
import { largest } from '../../core/numbers/extremes.ts';

interface Blinded {
  /** Different answers, in a random order. */
  readonly texts: readonly string[];
  /** Whose each of them is: several where they answered alike. */
  readonly subjects: readonly (readonly string[])[];
  /** Those without an answer; they are not shown, and come last. */
  readonly silent: readonly string[];
}

/** @param answers by subject; null where it gave none @param random alone decides the order */
export function blind(answers: ReadonlyMap<string, string | null>, random: Random): Blinded {
  const subjectsOf = new Map<string, string[]>();
  const silent: string[] = [];
  for (const [subject, answer] of answers) {
    const text = answer?.trim() ?? '';
    if (text === '') silent.push(subject);
    else subjectsOf.set(text, [...(subjectsOf.get(text) ?? []), subject]);
  }
  // Sorted first, so that the order of the subjects leaves no trace.
  const texts = shuffled([...subjectsOf.keys()].sort(), random);
  return { texts, subjects: texts.map((text) => subjectsOf.get(text) ?? []), silent };
}

/** Places of subjects from places of texts, from 1. Equal answers share a place; silent subjects come last. */
export function unblind({ subjects, silent }: Blinded, places: readonly number[]): Record<string, number> {
  const last = Math.max(0, largest(places)) + 1;
  return Object.fromEntries([
    ...subjects.flatMap((names, at) => names.map((name) => [name, places[at] ?? last] as const)),
    ...silent.map((name) => [name, last] as const),
  ]);
}

/** What people wrote themselves is judged among the methods, as in RecMind's Table 7. */
export const WRITER = 'What the person wrote';

interface Question {
  readonly id: string;
  readonly shown: string;
  readonly task: TextTask;
  readonly truth: string | null;
  readonly answers: readonly {
    readonly row: EvaluationRow;
    readonly cell: EvaluationCell;
    readonly record: TaskRecord;
  }[];
}

interface Judging {
  readonly scope: JudgingScope;
  readonly questions: readonly Question[];
  readonly session: Session;
  readonly judgements: readonly Judgement[];
}

function textOf(events: readonly TraceEvent[], from: AnswerFrom): string | null {
  const answers = events.filter((event) => event.type === 'answer');
  const { recommendation } = answers.find((answer) => answer.from === from) ?? {};
  return recommendation?.type === 'text' ? recommendation.text : null;
}

/** Tells apart what is shown: equal specs on equal datasets write equal texts, or have them kept. */
function shownOf(answers: Question['answers']): string {
  const told = [...answers.map(({ row, cell, record }) => [row.label, cell.digest, record.error]), [WRITER]];
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(told)))).slice(0, 16);
}

/** The tasks that every row has finished, in a random order that depends on the evaluation's name alone. */
async function questionsOf(
  evaluation: Evaluation,
  { dataset, examples }: Session,
  files: FileStore,
): Promise<Question[]> {
  const questions: Question[] = [];
  for (const seed of new Set(evaluation.cells.map(({ spec }) => spec.seed))) {
    const cells = evaluation.cells.filter(({ spec }) => spec.seed === seed);
    const [first] = cells;
    if (first === undefined) continue;
    const records = await Promise.all(cells.map(({ digest }) => readRecords(files, evaluation.spec.name, digest)));
    for (const { id, task, truth } of createTasks(first.spec, dataset, createSplit(first.spec, dataset), examples)) {
      const answers = evaluation.rows.flatMap((row) => {
        const at = cells.findIndex(({ label }) => label === row.run);
        const [cell, record] = [cells[at], records[at]?.get(id)];
        return cell === undefined || record === undefined ? [] : [{ row, cell, record }];
      });
      if (
        answers.length < evaluation.rows.length ||
        (task.type !== 'explanation-generation' && task.type !== 'review-summarization')
      )
        continue;
      const written = truth?.type === 'text' ? truth.text : null;
      questions.push({ id: `${seed} ${id}`, shown: shownOf(answers), task, truth: written, answers });
    }
  }
  return shuffled(questions, createRandom(`judging ${evaluation.spec.name}`));
}

function checkJudgeable({ spec, cells, rows }: Evaluation): void {
  const [cell] = cells;
  if (cell === undefined || isRequestType(cell.spec.tasks.name) || !isTextType(cell.spec.tasks.name)) {
    const problem = `${spec.name} is about ratings or rankings, which have a right answer and are measured against it`;
    throw new LabError('task-impossible', `${problem}. Explanations and review summaries can be judged.`);
  }
  if (rows.length < 2) throw new LabError('task-impossible', `${spec.name} has one method; judging compares several.`);
}

async function openJudging(name: string, lab: LabParts, bench: Bench): Promise<Judging> {
  const [files, { evaluation, session }] = await Promise.all([lab.files(), bench.reopened(name)]);
  checkJudgeable(evaluation);
  const questions = await questionsOf(evaluation, session, files);
  const shown = new Map(questions.map((question) => [question.id, question.shown]));
  const scope = { name, subjects: [...evaluation.rows.map(({ label }) => label), WRITER], shown };
  return { scope, questions, session, judgements: await readJudging(files, name) };
}

type Bench = Pick<EvaluationBench, 'reopened'>;

export function judgingDesk(
  lab: LabParts,
  bench: Bench,
): { readonly answers: Answers<'judging' | 'judged' | 'judged-file'>; readonly keepers: Keepers<'judgement'> } {
  const known = new Map<string, Blinded>();
  const open = (name: string): Promise<Judging> => openJudging(name, lab, bench);
  const blinded = async (name: string, question: Question, session: Session, signal: AbortSignal): Promise<Blinded> => {
    const key = `${name} ${question.id} ${question.shown}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const files = await lab.files();
    const answers = new Map<string, string | null>();
    for (const { row, cell, record } of question.answers) {
      const trace = (): ReturnType<typeof matchingTrace> =>
        matchingTrace(name, cell, record, { ...session, files, now, signal });
      answers.set(row.label, record.error === null ? textOf(await trace(), row.answer) : null);
    }
    answers.set(WRITER, question.truth);
    const made = blind(answers, createRandom(`judging ${name}`).fork(question.id));
    known.set(key, made);
    return made;
  };
  return {
    answers: {
      async judging(name, { signal }) {
        const { questions, session, judgements, scope } = await open(name);
        const counts = judgingCounts(judgements, scope);
        const settled = new Set(validJudgements(judgements, scope).map(({ question }) => question));
        for (const question of questions) {
          if (settled.has(question.id)) continue;
          throwIfAborted(signal);
          const { texts } = await blinded(name, question, session, signal);
          // Where all texts are alike there is nothing to judge.
          if (texts.length > 1) return { counts, question: { id: question.id, task: question.task, texts } };
        }
        return { counts, question: null };
      },
      judged: async (name) => open(name).then(({ judgements, scope }) => judgingResults(judgements, scope)),
      'judged-file': async (name) =>
        open(name).then(({ judgements, scope }) => new Blob([judgingAsCsv(judgements, scope)])),
    },
    keepers: {
      async judgement({ grid, question: id, places }, { signal }) {
        const { questions, session } = await open(grid);
        const question = questions.find((one) => one.id === id);
        if (question === undefined) throw new LabError('name-unknown', `${grid} has no question ${id}; open it again.`);
        const { texts, ...key } = await blinded(grid, question, session, signal);
        if (places !== null && places.length !== texts.length)
          throw new LabError('internal', `A place for each of the ${texts.length} texts is needed.`);
        await appendJudging(await lab.files(), grid, {
          question: id,
          shown: question.shown,
          person: question.task.user.id,
          places: places && unblind({ texts, ...key }, places),
        });
      },
    },
  };
}
