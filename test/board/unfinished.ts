/** @file A recording of the board that broke off: its replies stay in a folder beside the row, and nobody is asked for them again. */
import type { createModelOpener } from '../../src/cli/open-model.ts';
import type { FileStore } from '../../src/core/file-store.ts';
import type { Json } from '../../src/core/json.ts';
import type { LanguageModel } from '../../src/core/language-model.ts';
import { decorate } from '../../src/models/decorate.ts';
import { countKey, replyKey, scoresKey, parseRecording, replayed, type Recording } from '../../src/models/recorded.ts';

/** The different lines of recordings, in order: a request that several methods make stands in the recording of each. */
export function linesOf(texts: readonly string[]): string {
  const lines = new Set(texts.flatMap((text) => text.split('\n')).filter((line) => line !== ''));
  return [...lines].map((line) => `${line}\n`).join('');
}

const EARLIER = 'recordings/earlier.jsonl';

/** What an earlier try recorded, kept in one file whatever becomes of this one; null where there was none. */
export async function earlierReplies(files: FileStore): Promise<Recording | null> {
  const paths = await files.list('recordings');
  const read = await Promise.all(paths.map((path) => files.read(path)));
  // A line that was cut off has no end, and is none.
  const texts = read.map((bytes) => new TextDecoder().decode(bytes ?? new Uint8Array()).replace(/[^\n]*$/, ''));
  const lines = linesOf(texts);
  if (lines === '') return null;
  await files.write(EARLIER, new TextEncoder().encode(lines));
  return parseRecording('that broke off', lines);
}

type Opener = ReturnType<typeof createModelOpener>;

/** An opener whose language models are asked only for what was not recorded before. */
export function goingOn(opener: Opener, earlier: Recording): Opener {
  return {
    ...opener,
    async openModel(spec, signal) {
      const opened = await opener.openModel(spec, signal);
      if (opened.kind === 'embedding') return opened;
      return {
        kind: 'language',
        model: askedForTheRest(opened.model, earlier, { name: spec.name, options: spec.options }),
      };
    },
  };
}

/** @param identity as recordings have it: the model's name and options */
function askedForTheRest(model: LanguageModel, earlier: Recording, identity: Json): LanguageModel {
  const before = replayed(earlier, identity);
  const has = (key: string): boolean => earlier.replies.has(key);
  return decorate(model, {
    stream: (request, options) => (has(replyKey(identity, request)) ? before : model).stream(request, options),
    score: (score) => (request, continuations, options) =>
      has(scoresKey(identity, request, continuations)) && before.score
        ? before.score(request, continuations, options)
        : score(request, continuations, options),
    countTokens: (countTokens) => (messages, options) =>
      has(countKey(identity, messages)) && before.countTokens
        ? before.countTokens(messages, options)
        : countTokens(messages, options),
  });
}
