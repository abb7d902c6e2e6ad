/** @file What is looked at: the runs on the page, the moment, the selected state, and how they are drawn. */
import { answerInWords } from '../../../trace/answer-words.ts';
import { answerAt, costAt } from '../../../trace/trace-ink.ts';
import { counted } from '../../words.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';
import type { AnswerFrom, TraceEvent } from '../../../core/trace.ts';
import { eitherNames, namesAround, type Names } from '../../../trace/names.ts';
import { isAbout, type Directory } from '../../parts/names/directory.ts';
import { taskOf } from '../../../core/node-data.ts';
import type { Scene } from '../../../picture/picture.ts';
import type { RunView } from './run-view.svelte.ts';

export interface Selection {
  readonly run: number;
  readonly what: 'run' | 'state' | 'answer';
  /** The state's node; empty for a run and an answer. */
  readonly id: string;
}

function namesInScene(task: TraceNode, names: Names): Names {
  const asked = taskOf(task);
  return asked === null ? names : namesAround(asked, names);
}

export class Stage {
  runs = $state.raw<readonly RunView[]>([]);
  /** Of each run, the last event shown; null where all is. */
  moments = $state.raw<readonly number[] | null>(null);
  from = $state<AnswerFrom>('kept');
  taskIndex = $state(0);
  selection = $state.raw<Selection | null>(null);
  revealed = $state(0);
  /** How often other runs were put on the page. */
  shows = $state(0);
  private readonly directory: () => Directory | null;
  private readonly isHeld: () => boolean;

  private readonly length = $derived(Math.max(0, ...this.runs.map((run) => (run.grown, run.events.length))));
  readonly taskCount = $derived(Math.max(0, ...this.runs.map((run) => run.grown.tasks.length)));

  /** The task of every run that has it by now. New objects each time, since trees grow in place. */
  readonly scenes = $derived(
    this.runs.flatMap((run, index): Scene[] => {
      const { tasks, nodes } = run.grown;
      const task = tasks[this.taskIndex];
      return task === undefined ? [] : [{ run: index, task, nodes, names: this.namesOf(run) }];
    }),
  );

  /** Those that grow trees: what teams do is drawn in lanes. */
  readonly trees = $derived(this.scenes.filter(({ run }) => this.runs[run]?.recommender !== 'macrec'));

  /**
   * @param directory of the open dataset, as it is known by now
   * @param isHeld whether everything is shown only up to where runs turn to their answers
   */
  constructor(directory: () => Directory | null = () => null, isHeld: () => boolean = () => false) {
    this.directory = directory;
    this.isHeld = isHeld;
  }

  /** What the answer of a run is read from: only planners answer twice. */
  fromOf(run: number): AnswerFrom {
    return ['', 'recmind'].includes(this.runs[run]?.recommender ?? '') ? this.from : 'kept';
  }

  get held(): boolean {
    return this.isHeld();
  }

  /** Who and what the numbers in a run stand for, as far as its trace and the open dataset tell, around the task that is shown. */
  namesOf(run: RunView): Names {
    const directory = this.directory();
    const isKnown = directory !== null && isAbout(directory, run.grown.start?.dataset ?? null);
    const names = isKnown ? eitherNames(run.ownNames, directory) : run.ownNames;
    const task = run.grown.tasks[this.taskIndex];
    return task === undefined ? names : namesInScene(task, names);
  }

  /** As long as answers are held back, nothing behind where the run turns to its own. */
  positionOf(run: number): number {
    const position = this.moments?.[run] ?? this.length - 1;
    return this.held ? Math.min(position, this.runs[run]?.beforeAnswer ?? position) : position;
  }

  show(runs: readonly RunView[]): void {
    this.runs = runs;
    this.shows += 1;
    this.moments = null;
    this.taskIndex = 0;
    this.selection = null;
  }

  replace(runs: readonly RunView[]): void {
    this.runs = runs;
    this.moments = null;
    const { selection } = this;
    if (selection?.what === 'state' && this.nodeOf(selection) === null)
      this.selection = { run: selection.run, what: 'answer', id: '' };
  }

  add(run: RunView): void {
    this.runs = [...this.runs, run];
  }

  reveal(selection: Selection): void {
    this.selection = selection;
    this.revealed += 1;
  }

  nodeOf({ run, id }: Selection): TraceNode | null {
    return this.runs[run]?.grown.nodes.get(id) ?? null;
  }

  eventAt(run: RunView): TraceEvent | null {
    const position = this.positionOf(this.runs.indexOf(run));
    return run.events[Math.min(position, run.events.length - 1)] ?? null;
  }
}

/** The answers of the runs on the stage, for a screen reader. */
export function wordsOf(stage: Stage): string {
  if (stage.held) return 'The answers are there. Your guess first.';
  return stage.runs
    .map(({ origin, tree }, run) => {
      const [task] = tree.tasks;
      const from = stage.fromOf(run);
      const answer = task === undefined ? null : answerAt(task, from, Infinity);
      if (task === undefined || answer === null) return `${origin.title}: no answer.`;
      const words = answerInWords(answer.recommendation, task.truth?.truth ?? null);
      return `${origin.title}: ${words.answer}, ${words.verdict}, ${counted(costAt(tree.nodes.values(), Infinity, from).modelCalls, 'model call')}.`;
    })
    .join(' ');
}
