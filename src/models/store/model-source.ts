/**
 * @file Where the files of models come from: a URL template such as `https://huggingface.co/{model}/resolve/{revision}/`, or a
 * folder that holds a folder for each model.
 */
import { LabError } from '../../core/errors.ts';

const PART = '[A-Za-z0-9][A-Za-z0-9._-]{0,95}';
const MODEL = new RegExp(`^${PART}(/${PART})?$`);
const REVISION = new RegExp(`^${PART}(/${PART})*$`);

/** A model at one revision, as its source names it. */
export interface SourcedModel {
  /** The name without its engine: `SmolLM2-135M-Instruct`, `onnx-community/Qwen2.5-0.5B-Instruct`. */
  readonly model: string;
  /** What the hub and its mirrors call it: `HuggingFaceTB/SmolLM2-135M-Instruct`. */
  readonly hubName: string;
  readonly revision: string;
}

/** @throws LabError `name-unknown` for what cannot be the name of a model or of a revision */
export function checkName({ model, revision }: Pick<SourcedModel, 'model' | 'revision'>): void {
  if (!MODEL.test(model)) {
    throw new LabError(
      'name-unknown',
      `${JSON.stringify(model.slice(0, 200))} cannot be a model's name: write it as owner/name, as its page on the hub does.`,
    );
  }
  if (!REVISION.test(revision)) {
    throw new LabError(
      'name-unknown',
      `${JSON.stringify(revision.slice(0, 200))} cannot be a revision: write a branch, a tag or a commit.`,
    );
  }
}

/**
 * The address of a file.
 * @param base what a relative source is relative to: the lab's own address
 * @throws LabError `spec-invalid` for a source that is no http address
 */
export function addressOf(source: string, sourced: SourcedModel, path: string, base: string): string {
  const folder = source.endsWith('/') ? source : `${source}/`;
  const isTemplate = folder.includes('{model}');
  const filled = isTemplate
    ? folder.replaceAll('{model}', sourced.hubName).replaceAll('{revision}', sourced.revision)
    : `${folder}${sourced.model}/`;
  const address = filled + path;
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new LabError(
      'spec-invalid',
      `The source ${JSON.stringify(source.slice(0, 200))} is not an address: begin it with https:// or ./`,
    );
  }
  return url.href;
}
