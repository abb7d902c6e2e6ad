/** @file The thread that conversations are held in, so that the terminal can end it where a statement does not come back. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { now } from '../../core/clock.ts';
import { LabError, toLabError, type LabErrorData } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { loadSqlEngine } from '../../data/database/engine.ts';
import { leaveLastOut } from '../../data/split/leave-last-out.ts';
import { chatReasoner } from '../../runs/chat/chat-reasoner.ts';
import { openCatalogue } from '../../runs/chat/open-catalogue.ts';
import { openChat } from '../../runs/chat/open-chat.ts';
import { conversationOptions } from '../../runs/chat/chat-options.ts';
import { DEFAULT_EMBEDDING } from '../../runs/tool-spec.ts';
import { openSession } from '../../runs/session.ts';
import type { Command } from '../command.ts';
import { importFile, loadPackaged } from '../datasets.ts';
import { folderFileStore } from '../folder-file-store.ts';
import { createModelOpener } from '../open-model.ts';
import { heartbeatWatch } from '../query-deadline.ts';
import { parseTurns } from './turns-file.ts';

/** The dataset of conversations where none is named. */
const PACKAGED = 'synthetic-films';

/** What the thread is given. */
export interface ChatThreadData {
  readonly command: Extract<Command, { readonly type: 'chat' }>;
  readonly heartbeat: SharedArrayBuffer;
}

/** What the thread tells. */
export type ChatThreadMessage =
  | { readonly type: 'progress'; readonly text: string }
  | { readonly type: 'line'; readonly line: Json }
  | { readonly type: 'error'; readonly error: LabErrorData };

const tell = (message: ChatThreadMessage): void => parentPort?.postMessage(message);

function readTurns(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new LabError(
      'file-invalid',
      `${path} cannot be read; give the path of a file of turns.`,
      { file: path },
      { cause },
    );
  }
}

async function holdAll({ command, heartbeat }: ChatThreadData, signal: AbortSignal): Promise<void> {
  const spoken = parseTurns(readTurns(command.turns), command.turns);
  const onProgress = (text: string): void => tell({ type: 'progress', text });
  const dataset =
    command.dataset === null
      ? await loadPackaged(PACKAGED, signal)
      : await importFile(command.dataset, { signal, onProgress: ({ phase }) => onProgress(phase) });
  const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
  const engine = await loadSqlEngine(new Uint8Array(readFileSync(wasm)));
  const opener = createModelOpener(command.places, onProgress);
  const session = openSession(engine, dataset, {
    files: folderFileStore(command.files),
    ...opener,
    watch: heartbeatWatch(heartbeat),
    onProgress,
  });
  try {
    const split = leaveLastOut(dataset);
    const [database, retrieval] = [
      await session.database(split, signal),
      await session.createRetrieval(DEFAULT_EMBEDDING, signal),
    ];
    const catalogue = openCatalogue({ dataset, database, retrieval, heldOut: split.heldOut });
    const model = await modelNamed(command.model, opener, signal);
    for (const { id, turns } of spoken) {
      const chat = openChat({
        catalogue,
        manifest: dataset.manifest,
        model,
        options: conversationOptions({}),
        seed: String(id),
        spec: { chat: id },
        now,
        write: () => undefined,
      });
      for (const [at, text] of turns.entries()) {
        const { reply, items, plan } = await chat.say(text, signal);
        const named = items.map((item) => ({ id: item.id, title: item.title }));
        const steps = plan.steps.map(({ tool, input }) => ({ tool, input }));
        tell({ type: 'line', line: { id, turn: at + 1, reply, items: named, plan: steps } });
      }
    }
  } finally {
    session.close();
  }
}

async function modelNamed(
  name: string,
  opener: ReturnType<typeof createModelOpener>,
  signal: AbortSignal,
): Promise<LanguageModel> {
  const reasoner = chatReasoner();
  if (name === reasoner.id) return reasoner;
  const { kind, model } = await opener.openModel({ name, options: {} }, signal);
  if (kind === 'language') return model;
  throw new LabError('name-unknown', `--model: ${name} is an embedding model, which cannot talk.`);
}

const controller = new AbortController();
parentPort?.on('message', () => controller.abort());
holdAll(workerData as ChatThreadData, controller.signal)
  .catch((thrown: unknown) => tell({ type: 'error', error: toLabError(thrown).toData() }))
  .finally(() => parentPort?.close());
