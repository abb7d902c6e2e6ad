/**
 * @file WebLLM's many errors as the lab's few, each with a sentence on what to do. Most of the library's errors say neither
 * which file nor why, and its own worker reports them as plain texts.
 */
import { LabError } from '../../core/errors.ts';
import { engineFailure, firstLine, lostDevice, noMemory, textOf } from '../failure.ts';
import { WEB_LLM_LIBRARIES, WEB_LLM_VERSION } from './catalogue.ts';

// The library tells nobody when the graphics device is lost: a reply then fails with some error of the driver, or never ends.
export interface DeviceWatch {
  /** Aborted where a device is lost, with the `LabError` as its reason. One that is closed on purpose is not lost. */
  readonly lost: AbortSignal;
  outOfMemory(): boolean;
  /** From now on losing the device is no news: it is being closed. */
  end(): void;
}

/** Devices come from the browser's own class; the library hands none out. */
type AdapterClass = { readonly prototype: Pick<GPUAdapter, 'requestDevice'> };

export function watchDevices(model: string, adapters: AdapterClass | undefined = browserAdapters()): DeviceWatch {
  const controller = new AbortController();
  let outOfMemory = false;
  let isOver = false;
  const restore = interceptDevices(adapters, (device) => {
    device.addEventListener('uncapturederror', ({ error }) => {
      if (error instanceof GPUOutOfMemoryError) outOfMemory = true;
    });
    void device.lost.then(({ reason, message }) => {
      // Where the card had run out of memory before, that is why.
      if (!isOver && reason !== 'destroyed') controller.abort((outOfMemory ? noMemory : lostDevice)(model, message));
    });
  });
  return {
    lost: controller.signal,
    outOfMemory: () => outOfMemory,
    end() {
      isOver = true;
      restore();
    },
  };
}

/** Hands on every device that the browser opens, until the returned function is called. */
function interceptDevices(adapters: AdapterClass | undefined, onDevice: (device: GPUDevice) => void): () => void {
  if (adapters === undefined) return () => undefined;
  const { prototype } = adapters;
  const original = Object.getOwnPropertyDescriptor(prototype, 'requestDevice')?.value as Opener;
  prototype.requestDevice = async function (this: GPUAdapter, descriptor?: GPUDeviceDescriptor) {
    const device = await original.call(this, descriptor);
    onDevice(device);
    return device;
  };
  return () => {
    prototype.requestDevice = original;
  };
}

type Opener = (this: GPUAdapter, descriptor?: GPUDeviceDescriptor) => Promise<GPUDevice>;

function browserAdapters(): AdapterClass | undefined {
  return typeof GPUAdapter === 'undefined' ? undefined : GPUAdapter;
}

export interface FailurePlace {
  readonly model: string;
  readonly libraryUrl: string;
  /** True once it was loaded: what fails then is no matter of its files. */
  readonly isLoaded: boolean;
}

export function cardUnfit(model: string, reason: string): LabError {
  return new LabError('device-missing', `${model} cannot run here. ${reason}`, { model });
}

function wrongLibrary({ model, libraryUrl }: FailurePlace, cause: unknown): LabError {
  return new LabError(
    'model-damaged',
    `The library ${libraryUrl} was compiled for another version of WebLLM than ${WEB_LLM_VERSION}, or for another model. Take the one of ${WEB_LLM_LIBRARIES}.`,
    { model, libraryUrl, version: WEB_LLM_VERSION },
    { cause },
  );
}

function notLibrary({ model, libraryUrl }: FailurePlace, cause: unknown): LabError {
  return new LabError(
    'model-damaged',
    `The library ${libraryUrl} is not WebAssembly. Check its address: servers answer with a page where a file is missing.`,
    { model, libraryUrl },
    { cause },
  );
}

/** The library's own program has ended: it cannot be asked anything again, and it said why in the console alone. */
function programEnded({ model, libraryUrl, isLoaded }: FailurePlace, cause: unknown): LabError {
  const where = 'The browser’s console has what it said.';
  return isLoaded
    ? new LabError(
        'worker-died',
        `The program of ${model} ended in the middle of a reply. ${where} Load the model again.`,
        { model },
        { cause },
      )
    : new LabError(
        'model-damaged',
        `${model} could not be started: its library ${libraryUrl} and its weights do not belong together, or the graphics card ran out of memory. ${where} Take both from the same list, or a smaller model.`,
        { model, libraryUrl },
        { cause },
      );
}

interface Rule {
  readonly pattern: RegExp;
  readonly say: (place: FailurePlace, text: string, cause: unknown) => LabError;
}

const RULES: readonly Rule[] = [
  { pattern: /^ExitStatus\b|Program terminated with exit/i, say: (place, _text, cause) => programEnded(place, cause) },
  {
    pattern: /ContextWindowSizeExceeded|exceed context window/i,
    say: ({ model }, text, cause) =>
      new LabError(
        'context-exceeded',
        `The prompt does not fit into the context of ${model}: ${firstLine(text)} Shorten it, or set a larger context_window_size in the overrides.`,
        { model },
        { cause },
      ),
  },
  {
    pattern: /LinkError|cannot find (global )?(function|packedfunc)|in exports$|import #\d|function import requires/i,
    say: (place, _text, cause) => wrongLibrary(place, cause),
  },
  { pattern: /CompileError|magic word/i, say: (place, _text, cause) => notLibrary(place, cause) },
  {
    pattern: /compatible GPU|WebGPUNotAvailable|WebGPU is not supported|exceeds? limit|shader-?f16|FeatureSupport/i,
    say: ({ model }, text) => cardUnfit(model, firstLine(text)),
  },
];

/** Any error of the library as one of the lab's. @param thrown an error, or a text as its worker sends it */
export function webLlmFailure(thrown: unknown, place: FailurePlace): LabError {
  if (thrown instanceof LabError) return thrown;
  const text = textOf(thrown);
  return (
    RULES.find(({ pattern }) => pattern.test(text))?.say(place, text, thrown) ?? engineFailure(thrown, place.model)
  );
}
