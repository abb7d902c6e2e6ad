/**
 * @file Whether this browser has a language model of its own, and how to get it: the Prompt API, which only windows have.
 * https://webmachinelearning.github.io/prompt-api/
 */
import { LabError, toLabError } from '../../core/errors.ts';
import type { Loading } from '../model-workers.ts';

/** Its name in a spec. */
export const PROMPT_MODEL = 'browser/prompt-api';

/** What the browser says of its model; `absent` where it does not know the API at all. */
export type PromptState = 'absent' | Availability;

export interface PromptAvailability {
  readonly state: PromptState;
  readonly message: string;
}

const MESSAGES: Readonly<Record<PromptState, string>> = {
  absent:
    'This browser has no built-in model that pages may ask. Recent versions of Chrome have one, on desktop computers.',
  unavailable:
    'This browser knows how to run a built-in model, but not on this machine: it wants about 22 GB of free disk, and 4 GB of graphics memory or 16 GB of memory.',
  downloadable: 'The browser can download its built-in model; it keeps it for all pages, and it takes a few gigabytes.',
  downloading: 'The browser is downloading its built-in model.',
  available: 'The browser’s built-in model is ready.',
};

/** The API of this window; null where there is none. */
export function promptApi(): typeof LanguageModel | null {
  return typeof LanguageModel === 'undefined' ? null : LanguageModel;
}

/** What the lab asks and gets: English text. The browser wants to know it beforehand. */
export function promptOptions(): Pick<LanguageModelCreateOptions, 'expectedInputs' | 'expectedOutputs'> {
  const english = (): LanguageModelExpected[] => [{ type: 'text', languages: ['en'] }];
  return { expectedInputs: english(), expectedOutputs: english() };
}

export async function promptAvailability(): Promise<PromptAvailability> {
  const state = (await promptApi()?.availability(promptOptions())) ?? 'absent';
  return { state, message: MESSAGES[state] };
}

/**
 * Lets the browser download its model; to be called from a click, without which the browser refuses.
 * @throws LabError `model-missing` where there is none to be had, `network-failed`, `aborted`
 */
export async function downloadPromptModel({ onProgress, signal }: Loading): Promise<void> {
  const api = promptApi();
  if (api === null) throw new LabError('model-missing', MESSAGES.absent);
  try {
    const session = await api.create({
      ...promptOptions(),
      signal,
      monitor: (monitor) =>
        monitor.addEventListener('downloadprogress', ({ loaded }) =>
          onProgress({ phase: `The browser downloads it, ${Math.round(100 * loaded)} %`, bytes: 0, totalBytes: 0 }),
        ),
    });
    session.destroy();
  } catch (thrown) {
    throw promptError(thrown);
  }
}

export function promptError(thrown: unknown): LabError {
  if (thrown instanceof LabError) return thrown;
  const { name, message } = thrown instanceof Error ? thrown : { name: '', message: String(thrown) };
  const fail = (code: LabError['code'], sentence: string): LabError =>
    new LabError(code, `${sentence} The browser says: “${message}”`, { name }, { cause: thrown });
  switch (name) {
    case 'AbortError':
      return toLabError(thrown);
    case 'QuotaExceededError':
      return fail(
        'context-exceeded',
        'The prompt does not fit into the context of the browser’s model. Plan fewer steps.',
      );
    case 'NotAllowedError':
      return fail('model-missing', 'The browser’s model is not here yet. Get it under Models.');
    case 'NetworkError':
      return fail('network-failed', 'The browser could not download its model. Check the connection and try again.');
    case 'NotSupportedError':
      return fail('model-failed', 'The browser’s model does not do what was asked. Choose another model.');
    default:
      return fail('model-failed', 'The browser’s model failed. Try again, or restart the browser.');
  }
}
