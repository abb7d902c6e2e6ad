/** @file Language models whose replies come with the lab: what they said is replayed word for word, without their weights. */
import { gunzipSync } from 'fflate';
import type { Json } from '../core/json.ts';
import type { ComponentSpec } from '../core/run.ts';
import type { RemoteModel } from '../rpc/remote-model.ts';
import { parseRecording, replayed } from './recorded.ts';

export const RECORDINGS_FOLDER = 'recordings';

export const RECORDED_MODELS = [
  { name: 'recorded/qwen2.5-coder-1.5b-instruct', title: 'Qwen2.5-Coder 1.5B, recorded' },
  { name: 'recorded/smollm2-135m-instruct', title: 'SmolLM2 135M, recorded' },
] as const;

export const recordingFile = (name: string): string => `${name.replace('recorded/', '')}.jsonl.gz`;

export const recordedIdentity = (name: string): Json => ({ name });

/** @param fetchRecording reads a file of `RECORDINGS_FOLDER` @throws LabError what it throws, `file-invalid` */
export async function openRecorded(
  { name }: ComponentSpec,
  fetchRecording: (file: string) => Promise<Uint8Array>,
): Promise<RemoteModel> {
  const text = new TextDecoder().decode(gunzipSync(await fetchRecording(recordingFile(name))));
  const title = RECORDED_MODELS.find((one) => one.name === name)?.title ?? name;
  return { kind: 'language', model: replayed(parseRecording(title, text), recordedIdentity(name)) };
}
