/** @file A language model that is asked once for each request: what it replied is kept in a file and given again. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { now } from '../../../src/core/clock.ts';
import type { LanguageModel, ToldToken } from '../../../src/core/language-model.ts';
import { decorate } from '../../../src/models/decorate.ts';
import {
  parseRecording,
  recorded,
  replayed,
  replyKey,
  scoresKey,
  type RecordedHeader,
  type RecordedReply,
  recordedIdentity,
} from '../../../src/models/recorded.ts';

export interface Recorder {
  readonly model: LanguageModel;
  /** The recording: all of it, or what was asked since the start alone. */
  text(onlyAsked: boolean): string;
  readonly asked: ReadonlySet<string>;
  /** How many replies the model gave now. */
  readonly fresh: () => number;
}

/** @param live the model that is asked, as the recording calls it @param file JSON Lines that grow */
export function createRecorder(live: LanguageModel, file: string): Recorder {
  const identity = recordedIdentity(live.id);
  // A last line that was cut off is a reply that was never kept.
  const before = existsSync(file) ? readFileSync(file, 'utf8').replace(/[^\n]*$/, '') : '';
  writeFileSync(file, before);
  const known = before === '' ? null : parseRecording(live.title, before);
  const replies = new Map<string, RecordedReply>(known?.replies);
  let header = '';
  let fresh = 0;
  const asking = recorded(timed(live), identity, (line, kind) => {
    if (kind === 'description') header = line;
    else {
      const reply = JSON.parse(line) as RecordedReply;
      replies.set(reply.key, reply);
      fresh += 1;
      appendFileSync(file, line);
    }
  });
  if (known === null) appendFileSync(file, header);
  const recording = {
    name: live.title,
    models: new Map([['agent' as const, JSON.parse(header) as RecordedHeader]]),
    embeddings: new Map(),
    replies,
  };
  const again = replayed(recording, identity);
  const asked = new Set<string>();
  const modelFor = (key: string): LanguageModel => {
    asked.add(key);
    return replies.has(key) ? again : asking;
  };
  const model = decorate(live, {
    stream: (request, options) => modelFor(replyKey(identity, request)).stream(request, options),
    score: () => (request, continuations, options) => {
      const by = modelFor(scoresKey(identity, request, continuations));
      if (by.score === undefined) throw new Error(`${live.id} scores nothing.`);
      return by.score(request, continuations, options);
    },
  });
  const lineOf = (key: string): string => `${JSON.stringify(replies.get(key))}\n`;
  return {
    model,
    asked,
    fresh: () => fresh,
    text(onlyAsked) {
      const keys = [...(onlyAsked ? asked : replies.keys())];
      return (
        header +
        keys
          .filter((key) => replies.has(key))
          .map(lineOf)
          .join('')
      );
    },
  };
}

/** The model with the time that each reply took, and of the likeliest tokens those of numbers. */
function timed(model: LanguageModel): LanguageModel {
  return decorate(model, {
    async *stream(request, options) {
      const from = now();
      for await (const part of model.stream(request, options)) {
        if (part.type !== 'finish') yield part;
        else {
          const usage = { ...part.usage, milliseconds: Math.round(now() - from) };
          yield { ...part, usage, ...(part.told && { told: part.told.map(ofNumbers) }) };
        }
      }
    },
    score: (score) => async (request, continuations, options) => {
      const from = now();
      const scoring = await score(request, continuations, options);
      return { ...scoring, usage: { ...scoring.usage, milliseconds: Math.round(now() - from) } };
    },
  });
}

const NUMBER = /^[\s"]*[\d.]+[\s",}]*$/;

function ofNumbers({ token, alternatives }: ToldToken): ToldToken {
  if (!NUMBER.test(token)) return { token, alternatives: [] };
  const kept = alternatives.filter((one) => NUMBER.test(one.token));
  return {
    token,
    alternatives: kept.map((one) => ({ ...one, logProbability: Number(one.logProbability.toFixed(3)) })),
  };
}
