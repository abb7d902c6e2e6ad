/** @file The evaluation of the Compare page among the tabs: one tab runs it, the others follow it. */
import type { EvaluationTable } from '../../../core/evaluation.ts';
import { UNNAMED } from '../../../core/evaluation-name.ts';
import type { Json } from '../../../core/json.ts';
import type { KeptEvaluation } from '../../../client/lab.ts';
import { Elsewhere } from '../../elsewhere.svelte.ts';
import type { Session } from '../../session.svelte.ts';

/** What is shared of the page. */
interface EvaluationPage {
  readonly session: Session;
  readonly grid: { readonly name: string } | null;
  readonly running: { readonly stop: () => void } | null;
  table: EvaluationTable | null;
  kept: readonly KeptEvaluation[];
  list(): Promise<void>;
  outlineAgain(): Promise<void>;
  run(): Promise<void>;
}

/** The evaluation that the page shows. */
export class SharedEvaluation {
  /** Whether another tab runs it. */
  readonly elsewhere: Elsewhere;
  private readonly page: EvaluationPage;
  private ended: Promise<void> = Promise.resolve();

  constructor(page: EvaluationPage) {
    const { session } = page;
    const { tabs } = session.client;
    this.page = page;
    this.elsewhere = new Elsewhere(tabs, {
      reload: ({ id }) => this.reload(id),
      stop: () => this.stop(),
      onChange: (change) => session.tellRemoved(change),
    });
    tabs.listen(({ kind, what }) => {
      if (kind === 'evaluation' && what !== 'appended') void page.list();
    });
  }

  /** Runs the evaluation of this name, unless another tab does. One without a name gets it as it begins. @see claim */
  async run(name: string, act: () => Promise<void>): Promise<void> {
    if (name !== UNNAMED && !(await this.elsewhere.begin({ kind: 'evaluation', id: name }))) return;
    if (this.page.running !== null) return;
    // oxlint-disable-next-line typescript/no-misused-promises -- what is returned to finally is waited for
    this.ended = act().finally(() => this.elsewhere.release());
    await this.ended;
  }

  /** The evaluation that runs is kept under this name; where another tab runs the same, it is followed. */
  async claim(name: string): Promise<void> {
    if (!(await this.elsewhere.begin({ kind: 'evaluation', id: name }))) this.page.running?.stop();
  }

  /** Looks at another evaluation; null at one that has no name. */
  look(name: string | null): Promise<void> {
    return this.elsewhere.look(name === null ? null : { kind: 'evaluation', id: name });
  }

  /** Gives the table that is shown the reference that is chosen; the first row where none is. */
  async compareWith(chosen: Json | undefined): Promise<void> {
    const { page } = this;
    const { table, grid, session, running } = page;
    if (table === null || table.name !== grid?.name || running !== null || this.elsewhere.isElsewhere) return;
    const base = table.rows.find(({ label }) => chosen === undefined || label === chosen)?.label;
    if (base === undefined || base === table.base) return;
    await session.attempt(`Comparing with ${base}`, async () => {
      const compared = await session.client.evaluations.compareWith(table.name, base);
      if (page.table === table) page.table = compared;
    });
    await page.list();
  }

  /** Continues here what another tab runs. */
  async takeOver(): Promise<void> {
    await this.elsewhere.takeOver();
    await this.page.run();
  }

  private async stop(): Promise<void> {
    this.page.running?.stop();
    await this.ended;
  }

  /** Shows how far another tab has come. */
  private async reload(name: string): Promise<void> {
    const { page } = this;
    const { grid } = page;
    const { evaluations } = page.session.client;
    if (grid?.name !== name) return;
    const [table, kept] = await Promise.all([evaluations.table(name), evaluations.list()]);
    if (page.grid !== grid || grid.name !== name) return;
    page.table = table;
    page.kept = kept;
    await page.outlineAgain();
  }
}
