/** @file The thread in which simulated people talk with the recommender. */
import { workerData } from 'node:worker_threads';
import { LabError } from '../../core/errors.ts';
import { join } from 'node:path';
import type { Dataset } from '../../core/dataset.ts';
import { asJson, type Json } from '../../core/json.ts';
import {
  ablationTable,
  runVariant,
  variantsOf,
  type PersonResult,
  type VariantResult,
  openKeptSimulation,
} from '../../lab/chat/ablations.ts';
import { demonstrationsOf } from '../../lab/chat/made-demonstrations.ts';
import { inThread, postToParent } from '../start-thread.ts';
import { folderFileStore } from '../folder-file-store.ts';
import { seekersOf } from '../../lab/chat/simulate.ts';
import type { ChatThreadMessage } from './chat-thread.ts';
import { type SimulateOptions, openChatSession } from './chat-session.ts';

const tell = postToParent<ChatThreadMessage>;

async function simulate({ command }: { readonly command: SimulateOptions }, signal: AbortSignal): Promise<void> {
  const onProgress = (text: string): void => tell({ type: 'progress', text });
  const session = await openChatSession(command, 'the last', onProgress, signal);
  const { catalogue, dataset, split } = session;
  const kept = await openKeptSimulation(folderFileStore(command.files), keyOf(command, dataset));
  try {
    const agent = await session.model(command.model);
    const simulator = await session.model(command.simulator);
    const critic = command.critic === null ? {} : { critic: await session.model(command.critic) };
    const seekers = seekersOf(dataset, split, catalogue, command.conversations, command.seed);
    if (seekers.length === 0)
      throw new LabError(
        'task-impossible',
        'Nobody looks for anything: no held-out item was rated high and is described by the dataset.',
      );
    const demonstrations = demonstrationsOf('dynamic', agent, catalogue);
    const results: VariantResult[] = [];
    for (const variant of variantsOf(demonstrations, agent, command.variants)) {
      const before = kept.before(variant.id);
      if (before.size > 0) onProgress(`${variant.name}: ${String(before.size)} people were asked before`);
      const onDone = async (result: PersonResult, done: number): Promise<void> => {
        await kept.add(result);
        if (done % 20 === 0) onProgress(`${variant.name}: ${String(done)} of ${String(seekers.length)} people`);
      };
      const host = { catalogue, dataset, agent, ...critic, simulator, seed: command.seed, signal };
      results.push(await runVariant(variant, seekers, host, onDone, before));
    }
    const sought = results.flatMap(({ people }) => people.map(({ manyTurns }) => manyTurns));
    const sumOf = (name: 'leaks' | 'evasions' | 'seekerTokens'): number =>
      sought.reduce((sum, one) => sum + one[name], 0);
    tell({ type: 'table', table: ablationTable(results, command.seed) });
    const transcripts = join(command.files, kept.path);
    const counts = { leaks: sumOf('leaks'), evasions: sumOf('evasions'), seekerTokens: sumOf('seekerTokens') };
    tell({ type: 'summary', summary: { conversations: seekers.length, ...counts, transcripts } });
  } finally {
    await kept.close();
    session.close();
  }
}

/** All that decides what is said; which variants are asked, and of how many people, can change from one call to the next. */
function keyOf(command: SimulateOptions, { manifest }: Dataset): Json {
  const { model, simulator, critic, embedding, ranker, likeness, seed, places } = command;
  const { endpoint, endpointOptions } = places;
  const of = { sha256: manifest.sha256, model, simulator, critic, embedding, ranker, likeness };
  return asJson({ ...of, seed, endpoint, endpointOptions });
}

inThread((signal) => simulate(workerData as { readonly command: SimulateOptions }, signal));
