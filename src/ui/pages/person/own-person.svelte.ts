/** @file The person at the page, as one of the open dataset's: what they rated, kept in this browser, and the option of a spec that names them. */
import type { ItemToRate, KeptPerson, LabClient, PersonChange } from '../../../client/lab.ts';
import { type ItemId, OWN_NAME, type OwnRating } from '../../../core/dataset.ts';
import { asJson } from '../../../core/json.ts';
import { inTurns } from '../../../core/platform/waiting.ts';
import type { ComponentSpec } from '../../../core/run.ts';
import type { UserReference } from '../../../core/task.ts';

export interface RatedItem extends OwnRating {
  /** With the year; the item's number until the title is known. */
  readonly title: string;
  readonly genres: readonly string[];
}

export const TEN = 10;
/** So few are enough to hold one out. */
export const FEWEST = 2;

interface PersonPage {
  readonly client: Pick<LabClient, 'keep' | 'query'>;
  /** Runs something and shows its failure. @returns whether it came to its end */
  attempt(what: string, action: () => Promise<void>): Promise<boolean>;
}

export class OwnPerson {
  private kept = $state.raw<KeptPerson | null>(null);
  private known = $state.raw<Readonly<Record<ItemId, ItemToRate>>>({});
  /** True where the Library is to begin with rating. */
  asked = $state(false);
  private readonly page: PersonPage;
  private readonly next = inTurns();

  constructor(page: PersonPage) {
    this.page = page;
  }

  readonly name = $derived(this.kept?.person?.name ?? OWN_NAME);
  /** The number that is theirs in the open dataset, whether or not they are one of its people. */
  readonly number = $derived(this.kept?.id ?? null);
  /** Their number where they are one of its people, else null: that takes two ratings, one of which is held out. */
  readonly id = $derived((this.kept?.person?.ratings.length ?? 0) >= FEWEST ? (this.kept?.id ?? null) : null);
  readonly fingerprint = $derived(this.kept?.fingerprint ?? '');
  readonly isRated = $derived(this.kept?.isRated ?? true);
  /** What they rated, the last of which is held out. */
  readonly ratings = $derived.by((): readonly RatedItem[] =>
    (this.kept?.person?.ratings ?? []).map((rating) => ({
      ...rating,
      title: this.known[rating.item]?.title ?? `item ${String(rating.item)}`,
      genres: this.known[rating.item]?.genres ?? [],
    })),
  );

  /** As tasks name them; null where they are not one of the dataset's people. */
  get user(): UserReference | null {
    return this.id === null ? null : { id: this.id, name: this.name };
  }

  like(text: string): readonly UserReference[] {
    const wanted = text.trim().toLowerCase();
    const { user } = this;
    if (user === null) return [];
    return user.name.toLowerCase().includes(wanted) || String(user.id) === wanted ? [user] : [];
  }

  ratingOf(item: ItemId): OwnRating | undefined {
    return this.kept?.person?.ratings.find((one) => one.item === item);
  }

  get options(): ComponentSpec['options'] {
    const person = this.kept?.person ?? null;
    return person === null ? {} : { person: asJson(person) };
  }

  /** The options of a dataset for a spec about this person, or about everybody (null). */
  optionsFor(user: number | null): ComponentSpec['options'] {
    return user !== null && user === this.id ? this.options : {};
  }

  /** Reads what is kept for the dataset that is open now. What cannot be read is told, and keeps nobody from the dataset. */
  async load(): Promise<void> {
    this.kept = null;
    this.known = {};
    await this.readAgain();
  }

  async readAgain(): Promise<void> {
    await this.page.attempt('Reading your ratings', async () =>
      this.show(await this.page.client.query('person', null)),
    );
  }

  /** Changes what is kept, one change after the other. */
  change(change: PersonChange): Promise<boolean> {
    return this.next(() =>
      this.page.attempt('Keeping your rating', async () => this.show(await this.page.client.keep('person', change))),
    );
  }

  erase(): Promise<boolean> {
    return this.next(() =>
      this.page.attempt('Erasing your ratings', async () =>
        this.show(await this.page.client.keep('person', { type: 'erase' })),
      ),
    );
  }

  private async show(kept: KeptPerson): Promise<void> {
    const lacking = (kept.person?.ratings ?? [])
      .map(({ item }) => item)
      .filter((item) => this.known[item] === undefined);
    if (lacking.length > 0) this.learn(await this.page.client.query('items', { ids: lacking }));
    this.kept = kept;
  }

  learn(items: readonly ItemToRate[]): void {
    this.known = { ...this.known, ...Object.fromEntries(items.map((item) => [item.id, item])) };
  }
}

export const PERSON = {
  erases: (ratings: string): string => `This erases ${ratings}, and cannot be undone.`,
  noRunsAboutYou: 'No kept run is about you.',
  whatStays: 'Notebooks and files that hold your ratings stay until you remove them.',
  whatHeldOutMeans: 'One is held out: planners are asked about it and cannot see it.',
  whatItIs: (noun: string, rated: boolean, place: string): string =>
    `${rated ? `Rate ten ${noun}s` : `Say which ten ${noun}s you know`} and you are one of the people here: planners predict what you would say, and are compared with ${rated ? 'a rating' : 'one'} of yours that they cannot see. ${rated ? 'Your ratings stay' : 'What you say stays'} in ${place}, and count in no table or average unless you ask for it.`,
  ownRatings: (title: string, ratings: number, hasHeldOut: boolean): string =>
    `${title} · ${ratings}${hasHeldOut ? ': which is held out' : ''}`,
  whatPlanForMeDoes: 'Plan for me opens the Plan page with you as the person; Run starts the planners there.',
  lacking: (lacking: number): string =>
    `${lacking === 1 ? 'One more is needed' : 'Two are needed'}, because one is held out. With ten, your taste is known better.`,
} as const;
