/** @file What each agent of the system on the page is worth: the system against itself without each of its agents. */
import { agentsAsked } from '../../../trace/agent-words.ts';
import { LabError } from '../../../core/errors.ts';
import type { EvaluationInput } from '../../../client/lab.ts';
import type { EvaluationTable } from '../../../core/evaluation.ts';
import { UNNAMED } from '../../../core/evaluation-name.ts';
import type { RunSpec } from '../../../core/run.ts';
import { fileName } from '../../file-name.ts';
import type { Session } from '../../session.svelte.ts';
import { ablationInput, ALL_AGENTS, withoutAgent } from './ablation-input.ts';
import type { OpenSamples } from './asked.ts';
import type { Team } from './team.svelte.ts';
import type { AgentsView } from './views.ts';

/** The page that it is asked for on. */
interface AblationPage {
  readonly session: Session;
  readonly team: Team;
  readonly samples: OpenSamples | null;
  view: AgentsView;
  spec(): RunSpec;
  specOfMany(): RunSpec;
  readonly running: { readonly stop: () => void } | null;
  work(what: string, action: (signal: AbortSignal) => Promise<void>): Promise<void>;
}

/** What is compared. */
export interface AblationSubject {
  /** Of the system. */
  readonly title: string;
  readonly task: string;
  /** `20 people`, `3 samples of test.csv`. */
  readonly people: string;
}

/** The comparison that is open. */
export class Ablation {
  subject = $state.raw<AblationSubject | null>(null);
  table = $state.raw<EvaluationTable | null>(null);
  /** What the table was made of. */
  ran = $state.raw<EvaluationInput | null>(null);
  /** Under which it is kept on Compare; empty until it is. */
  keptAs = $state('');
  /** What a person calls the next one; empty for a name by system, task and time. */
  name = $state('');
  /** Whether failures count as misses, or are left out; as on Compare. */
  misses = $state(false);
  /** Labels of the rows whose agent was not asked in any task: the same runs again. */
  unasked = $state.raw<readonly string[]>([]);
  private readonly page: AblationPage;

  constructor(page: AblationPage) {
    this.page = page;
  }

  get isOpen(): boolean {
    return this.subject !== null;
  }

  /** Takes it off the page; it stays on Compare. */
  close(): void {
    this.subject = null;
    this.table = null;
    this.ran = null;
    this.keptAs = '';
    this.unasked = [];
  }

  /** Compares the system with itself without each of its agents. */
  async run(subject: AblationSubject): Promise<void> {
    const { page } = this;
    const { session, team } = page;
    if (page.running !== null) return;
    await page.work('The ablation', async (signal) => {
      const { helpers } = team.systemFile;
      const input = ablationInput({ spec: page.specOfMany(), helpers, name: fileName(this.name) || UNNAMED });
      this.close();
      this.subject = subject;
      this.ran = input;
      page.view = 'ablation';
      if (!(await session.prepare(page.spec(), signal))) return;
      const end = await session.client.evaluations.run(input, {
        onUpdate: (update) => {
          if (update.type === 'table') this.table = update.table;
          if (update.type === 'kept') this.keptAs = update.name;
        },
        signal,
      });
      if (end.error !== null) throw LabError.fromData(end.error);
      if (end.outcome === 'done') this.unasked = await this.rowsUnasked(helpers, signal);
    });
  }

  /** The rows without an agent that was not asked where it was there. A trace that is not kept comes out of the same rules again. */
  private async rowsUnasked(helpers: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    const { evaluations } = this.page.session.client;
    const asked: string[] = [];
    for (const { record } of await evaluations.tasks(this.keptAs, ALL_AGENTS)) {
      const { events } = await evaluations.trace(this.keptAs, record, signal);
      asked.push(...agentsAsked(events));
      if (helpers.every((name) => asked.includes(name))) return [];
    }
    return helpers.filter((name) => !asked.includes(name)).map(withoutAgent);
  }
}
