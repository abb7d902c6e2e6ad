/** @file The thread that conversations are held in, so that the terminal can stop it. */
import { openEventFile } from './spec-file.ts';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { now } from '../core/clock.ts';
import { costsWith, NO_COSTS, writtenReplies } from '../core/costs.ts';
import { usualPlanning } from '../core/dialogue.ts';
import { type Json, parsedJson } from '../core/json.ts';
import { counted } from '../core/text/words.ts';
import { answerLine, openChat } from '../lab/chat/open-chat.ts';
import { inThread, tellParent, tellProgress } from './start-thread.ts';
import { z } from '../tools/schema.ts';
import type { Dataset } from '../core/dataset.ts';
import type { ConversationSettings } from '../core/dialogue.ts';
import type { ComponentSpec } from '../core/run.ts';
import { RANKERS, type LikenessName, type RankerName } from '../recommenders/interec/rankers.ts';
import { LabError } from '../core/errors.ts';
import type { LanguageModel } from '../core/language-model.ts';
import {
  chatReasoner,
  conversationOptions,
  openCatalogue,
  openRankedCatalogue,
  NOTHING_HELD_OUT,
} from '../lab/chat/open-catalogue.ts';
import type { Catalogue } from '../tools/interactive/catalogue.ts';
import { openDataset } from './datasets.ts';
import { folderFileStore } from './folder-file-store.ts';
import { createModelOpener, type ModelPlaces } from './open-model.ts';
import { openLab } from './open-session.ts';
import { demonstrationsOf, type DEMONSTRATION_MODES } from '../lab/chat/made-demonstrations.ts';

export interface ChatOptions {
  /** A file of lines `{id, turns}`. */
  readonly turns: string;
  readonly dataset: string | null;
  readonly model: string;
  /** As the model's usual one where absent. */
  readonly planning?: ConversationSettings['planning'];
  /** Which demonstrations a language model is shown. */
  readonly demonstrations: (typeof DEMONSTRATION_MODES)[number];
  readonly files: string;
  readonly events: string | null;
  readonly places: ModelPlaces;
  /** What compares texts by meaning. */
  readonly embedding: ComponentSpec;
  readonly ranker: RankerName;
  /** By what items are alike. */
  readonly likeness: LikenessName;
}

/** The dataset of conversations where none is named. */
const PACKAGED = 'synthetic-films';
/** Equal conversations have equal rankers. */
const RANKER_SEED = 1;

type ChatSources = Pick<ChatOptions, 'dataset' | 'files' | 'places' | 'embedding' | 'ranker' | 'likeness'>;

interface ChatSession {
  readonly dataset: Dataset;
  readonly catalogue: Catalogue;
  /** @throws LabError `name-unknown`, `model-missing` */
  model(name: string): Promise<LanguageModel>;
  close(): void;
}

/** Opens a dataset, whole. */
async function openChatSession(
  sources: ChatSources,
  onProgress: (text: string) => void,
  signal: AbortSignal,
): Promise<ChatSession> {
  const dataset = await openDataset(sources.dataset, PACKAGED, signal, onProgress);
  const opener = createModelOpener(sources.places, onProgress);
  const session = await openLab(dataset, { files: folderFileStore(sources.files), opener, onProgress });
  const database = await session.database(NOTHING_HELD_OUT, signal);
  const retrieval = await session.createRetrieval(sources.embedding, signal);
  const { likeness, ranker } = sources;
  const parts = { dataset, database, retrieval, heldOut: NOTHING_HELD_OUT.heldOut, likeness };
  return {
    dataset,
    // As on the page; and where nobody rated anything there is nothing to fit.
    catalogue:
      ranker === RANKERS[0] ? openCatalogue(parts) : await openRankedCatalogue(parts, ranker, RANKER_SEED, signal),
    async model(name) {
      const reasoner = chatReasoner();
      if (name === reasoner.id) return reasoner;
      const { kind, model } = await opener.openModel({ name, options: {} }, signal);
      if (kind === 'language') return model;
      throw new LabError('name-unknown', `${name} is an embedding model, which cannot talk.`, { name });
    },
    close: () => session.close(),
  };
}

interface SpokenConversation {
  readonly id: string | number;
  readonly turns: readonly string[];
}

const LINE = z.object({
  id: z.union([z.string(), z.number()]),
  turns: z.array(z.string()).check(z.minLength(1), z.maxLength(10_000)),
});

const MOST_TOLD = 20;

/** What a line holds; a text where it is not JSON. */
const written = (line: string): unknown => parsedJson(line) ?? line;

/** The conversations of a file, a line each. @throws LabError `file-invalid` naming each bad line, from 1; `file-empty` */
export function parseTurns(text: string, file: string): SpokenConversation[] {
  const spoken: SpokenConversation[] = [];
  const bad: number[] = [];
  for (const [at, line] of text
    .replace(/^\uFEFF/u, '')
    .split(/\r?\n/u)
    .entries()) {
    if (line.trim() === '') continue;
    const { success, data } = LINE.safeParse(written(line));
    if (success) spoken.push(data);
    else bad.push(at + 1);
  }
  if (bad.length > 0) {
    const told = `${bad.slice(0, MOST_TOLD).join(', ')}${bad.length > MOST_TOLD ? ' and others' : ''}`;
    const message = `${file} has bad lines (${told}): a line is {"id": "a", "turns": ["…"]}.`;
    throw new LabError('file-invalid', message, { file, lines: bad });
  }
  if (spoken.length === 0) throw new LabError('file-empty', `${file} holds no conversation.`, { file });
  return spoken;
}

/** One answer, or the summary of all. */
export type ChatTold = { readonly line: Json } | { readonly summary: { readonly [name: string]: Json } };

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

async function holdAll({ command }: { readonly command: ChatOptions }, signal: AbortSignal): Promise<void> {
  const spoken = parseTurns(readTurns(command.turns), command.turns);
  const session = await openChatSession(command, tellProgress, signal);
  const { catalogue, dataset } = session;
  try {
    const model = await session.model(command.model);
    const demonstrations = demonstrationsOf(command.demonstrations, model, catalogue);
    let [failed, said] = [0, 0];
    let costs = NO_COSTS;
    let unwritten: LabError | null = null;
    if (command.events !== null) mkdirSync(command.events, { recursive: true });
    for (const [place, { id, turns }] of spoken.entries()) {
      const output = openEventFile(command.events === null ? null : join(command.events, `${String(place + 1)}.jsonl`));
      const chat = openChat({
        catalogue,
        manifest: dataset.manifest,
        model,
        options: conversationOptions({ ...usualPlanning(command.model, command.planning), demonstrations }),
        seed: String(id),
        spec: { chat: id },
        now,
        write(event) {
          costs = costsWith(costs, event);
          output.write(event);
        },
      });
      try {
        for (const [at, text] of turns.entries()) {
          const { line, failure } = await answerLine(chat, { id, turn: at + 1, text }, signal);
          tellParent<ChatTold>({ line });
          if (failure?.endsAll === true) throw failure.error;
          said += 1;
          if (failure !== null) failed += 1;
        }
      } finally {
        const failure = output.close();
        unwritten ??= failure;
      }
    }
    if (failed > 0)
      tellProgress(
        `${counted(failed, 'turn')} failed by what the model or its endpoint did. The lines say why; as a file of turns they send the messages again`,
      );
    const { modelCalls, toolCalls, tokens } = costs;
    const held = { conversations: spoken.length, turns: said, failed, modelCalls, toolCalls, tokens };
    tellParent<ChatTold>({ summary: { ...held, replies: { ...writtenReplies(costs.replies) } } });
    if (unwritten !== null) throw unwritten;
  } finally {
    session.close();
  }
}

inThread((signal) => holdAll(workerData as { readonly command: ChatOptions }, signal));
