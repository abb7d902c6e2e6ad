/** @file The demonstrations of conversations on the page: what the lab brings, what it makes of the open dataset, and what the person kept. */
import { readJsonFile, writeJsonFile } from '../../data/store/stored-paths.ts';
import type { Demonstration } from '../../core/dialogue.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { type Demonstrations, holdsEntries } from '../../recommenders/interec/demonstrations.ts';
import { demonstrationsOf, madeDemonstrations } from './made-demonstrations.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import type { ChatSettings } from './service.ts';

const PATH = 'conversations/demonstrations.json';
const SEED = 1;

interface KeptDemonstration extends Demonstration {
  readonly chat?: string;
}

export class DemonstrationShelf {
  private readonly files: () => Promise<FileStore>;
  private readonly made = new WeakMap<Catalogue, Promise<readonly Demonstration[]>>();

  constructor(files: () => Promise<FileStore>) {
    this.files = files;
  }

  async add(chat: string, demonstration: Demonstration): Promise<void> {
    const others = (await this.own()).filter(({ request }) => request !== demonstration.request);
    await this.write([...others, { ...demonstration, chat }]);
  }

  async requests(): Promise<readonly string[]> {
    return (await this.own()).map(({ request }) => request);
  }

  async remove(request: string): Promise<void> {
    await this.write((await this.own()).filter((one) => one.request !== request));
  }

  /** Removes what was kept of a conversation, or only what holds the erased entries. @returns whether there was any */
  async forget(
    chat: string,
    { gone, isAll }: { readonly gone: readonly string[]; readonly isAll: boolean },
  ): Promise<boolean> {
    const own = await this.own();
    // Of those that were kept before it was noted of which conversation they are, none that holds an entry stays.
    const left = own.filter(({ chat: of, ...one }) =>
      of === undefined ? !holdsEntries(one, gone) : of !== chat || !(isAll || holdsEntries(one, gone)),
    );
    if (left.length < own.length) await this.write(left);
    return left.length < own.length;
  }

  /** Those of a mode for a model, which is asked nothing; null where none are to be shown. */
  async of(
    mode: ChatSettings['demonstrations'],
    {
      catalogue,
      model,
      signal,
    }: { readonly catalogue: Catalogue; readonly model: LanguageModel; readonly signal: AbortSignal },
  ): Promise<Demonstrations | null> {
    return demonstrationsOf(mode, model, () => this.madeOf(catalogue, model, signal), await this.own());
  }

  private madeOf(catalogue: Catalogue, model: LanguageModel, signal: AbortSignal): Promise<readonly Demonstration[]> {
    const made = this.made.get(catalogue) ?? madeDemonstrations(catalogue, model, SEED, signal);
    this.made.set(catalogue, made);
    made.catch(() => this.made.delete(catalogue));
    return made;
  }

  private async write(all: readonly KeptDemonstration[]): Promise<void> {
    await writeJsonFile(await this.files(), PATH, all);
  }

  private async own(): Promise<readonly KeptDemonstration[]> {
    return (await readJsonFile<readonly KeptDemonstration[]>(await this.files(), PATH)) ?? [];
  }
}
