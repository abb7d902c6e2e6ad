/**
 * @file The model of a run as its spec wants the replies: live, live and kept, or from a recording alone. Recordings are
 * `recordings/<name>.jsonl` in the host's files.
 */
import { LabError } from '../core/errors.ts';
import type { FileStore } from '../core/file-store.ts';
import type { LanguageModel } from '../core/language-model.ts';
import { recorded } from '../models/recorded.ts';
import { parseRecording, replayed } from '../models/replayed.ts';
import type { CompleteRunSpec } from './run-spec.ts';

/** A model and what has to be done for its recording. */
export interface ModelWithReplies {
  readonly model: LanguageModel;
  /** Writes what was recorded since the last time. */
  readonly flush: () => Promise<void>;
}

/**
 * The model of a spec.
 * @param createEngine is not called in replay
 * @throws LabError `reply-not-recorded` where there is no such recording, `file-invalid` where it is damaged,
 * `storage-failed` where the host keeps no files
 */
export async function modelWithReplies(
  spec: CompleteRunSpec,
  files: FileStore | undefined,
  createEngine: () => Promise<LanguageModel>,
): Promise<ModelWithReplies> {
  const { replies } = spec;
  if (replies.mode === 'live') return { model: await createEngine(), flush: async () => {} };
  if (files === undefined)
    throw new LabError('storage-failed', 'Recordings need a place for files, and there is none here.');
  const path = `recordings/${replies.recording}.jsonl`;
  const identity = { name: spec.model.name, options: spec.model.options };
  if (replies.mode === 'replay') {
    const bytes = await files.read(path);
    if (bytes === null) {
      const message = `There is no recording ${replies.recording}. Run with replies.mode "record" first.`;
      throw new LabError('reply-not-recorded', message, { recording: replies.recording });
    }
    const recording = parseRecording(replies.recording, new TextDecoder().decode(bytes));
    return { model: replayed(recording, identity), flush: async () => {} };
  }
  let lines: string[] = [];
  const model = recorded(await createEngine(), identity, (line) => lines.push(line));
  await files.write(path, new Uint8Array());
  return {
    model,
    async flush() {
      const text = lines.join('');
      lines = [];
      const appender = await files.appender(path);
      try {
        await appender.append(new TextEncoder().encode(text));
      } finally {
        await appender.close();
      }
    },
  };
}
