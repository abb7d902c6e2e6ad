/** @file Folders of models that somebody chose or dropped: whose they are, and what the model is called. */
import type { NamedFile } from '../../../client/lab.ts';

/** The engines whose models can be imported from a folder. */
export type FolderEngine = 'transformers' | 'web-llm';

const MARKS: Readonly<Record<FolderEngine, string>> = {
  transformers: '/config.json',
  'web-llm': '/mlc-chat-config.json',
};

/** The engine that can load what is in a folder; null where it holds no model. */
export function engineOf(files: readonly NamedFile[]): FolderEngine | null {
  const has = (ending: string): boolean => files.some(({ path }) => `/${path}`.endsWith(ending));
  if (has(MARKS['web-llm'])) return 'web-llm';
  return has(MARKS.transformers) && (has('/tokenizer.json') || has('.onnx')) ? 'transformers' : null;
}

/** What the model is called here, after the folder that its settings lie in; `''` where there are no files. */
export function nameOfFolder(files: readonly NamedFile[], engine: FolderEngine): string {
  const config = files
    .map(({ path }) => path)
    .filter((path) => path.endsWith(MARKS[engine]))
    .sort((a, b) => a.length - b.length)[0];
  const name = (config ?? files[0]?.path ?? '').split('/').at(config === undefined ? 0 : -2) ?? '';
  return name === '' ? '' : `${engine}/${name.replace(/[^A-Za-z0-9._-]/g, '-')}`;
}
