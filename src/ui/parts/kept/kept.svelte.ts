/** @file All that a person made and that is kept here: the one list, of which each page shows its kind. */
import type { Experiment, LabClient } from '../../../client/lab.ts';
import { jsonList, jsonMember, jsonMembers, jsonText } from '../../../core/json.ts';
import { addressOf } from '../../places.ts';

/** `Self-Inspiring · rating prediction · Ada King · Film club · seed 7`. */
export const fullTitle = ({ title, about }: Experiment): string => (about === '' ? title : `${title} · ${about}`);

/** Where a run branches off from another one; null where it is a run of its own. */
export function forkOf({ spec }: Experiment): { readonly run: string; readonly node: string } | null {
  const { run, edits } = jsonMembers(spec['fork']);
  return run === undefined ? null : { run: jsonText(run), node: jsonText(jsonMember(jsonList(edits).at(-1), 'node')) };
}

/** Where one is opened, or the place that lists it. */
export function addressOfKept({ id, kind }: Experiment): string {
  if (kind === 'run') return addressOf({ run: id, node: null });
  if (kind === 'notebook') return `#notebook/${id}`;
  return kind === 'grid' ? '#compare' : kind === 'chat' ? '#chat' : `#simulate/${kind}`;
}

/** True where its files hold what the person at the page rated. */
export const holdsPerson = ({ spec }: Experiment): boolean =>
  [spec, jsonMember(spec, 'spec')].some(
    (one) => jsonMember(jsonMember(jsonMember(one, 'dataset'), 'options'), 'person') !== null,
  );

/** Runs of one question that follow one another, until a recommender is asked again, in the order in which they ran. @param all latest first */
export function groupsOf(all: readonly Experiment[]): readonly (readonly Experiment[])[] {
  const groups: Experiment[][] = [];
  for (const one of all) {
    const latest = groups.at(-1);
    const belongs =
      one.kind === 'run' && latest?.every(({ about, title }) => about === one.about && title !== one.title) === true;
    if (belongs) latest?.unshift(one);
    else groups.push([one]);
  }
  return groups;
}

interface KeptHost {
  readonly client: Pick<LabClient, 'list' | 'remove'>;
  readonly keptIn: string;
  attempt(what: string, action: () => Promise<void>): Promise<boolean>;
}

export class Kept {
  all = $state.raw<readonly Experiment[]>([]);
  readonly runs = $derived(this.of('run'));
  private readonly session: KeptHost;

  constructor(session: KeptHost) {
    this.session = session;
  }

  get place(): string {
    return this.session.keptIn;
  }

  of(kind: Experiment['kind']): readonly Experiment[] {
    return this.all.filter((one) => one.kind === kind);
  }

  async refresh(): Promise<void> {
    await this.session.attempt('Listing what is kept here', async () => {
      this.all = await this.session.client.list();
    });
  }

  async remove(one: Experiment): Promise<void> {
    await this.session.attempt(`Removing ${fullTitle(one)}`, () => this.session.client.remove('experiment', one.id));
    await this.refresh();
  }
}
