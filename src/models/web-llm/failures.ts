/**
 * @file WebLLM's many errors as the lab's few, each with a sentence on what to do. Most of the library's errors say neither
 * which file nor why, and its own worker reports them as plain texts.
 */
import { LabError, type LabErrorCode } from '../../core/errors.ts';
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

/** How a failure is known, its code, and what is said. @param said the first line of what the library threw */
type Rule = readonly [RegExp, LabErrorCode, (place: FailurePlace, said: string) => string];

const PROGRAM_ENDED = /^ExitStatus\b|Program terminated with exit/i;
const LOOK = 'The browser’s console has what it said.';

const RULES: readonly Rule[] = [
  [
    PROGRAM_ENDED,
    'model-damaged',
    ({ model, libraryUrl }) =>
      `${model} could not be started: its library ${libraryUrl} and its weights do not belong together, or the graphics card ran out of memory. ${LOOK} Take both from the same list, or a smaller model.`,
  ],
  [
    /ContextWindowSizeExceeded|exceed context window/i,
    'context-exceeded',
    ({ model }, said) =>
      `The prompt does not fit into the context of ${model}: ${said} Shorten it, or set a larger context_window_size in the overrides.`,
  ],
  [
    /LinkError|CompileError|magic word|cannot find (global )?(function|packedfunc)|in exports$|import #\d|function import requires/i,
    'model-damaged',
    ({ libraryUrl }) =>
      `The library ${libraryUrl} is not WebAssembly for WebLLM ${WEB_LLM_VERSION} and this model. Check its address, or take the one of ${WEB_LLM_LIBRARIES}.`,
  ],
  [
    /compatible GPU|WebGPUNotAvailable|WebGPU is not supported|exceeds? limit|shader-?f16|FeatureSupport/i,
    'device-missing',
    ({ model }, said) => `${model} cannot run here. ${said}`,
  ],
];

/** Any error of the library as one of the lab's. @param thrown an error, or a text as its worker sends it */
export function webLlmFailure(thrown: unknown, place: FailurePlace): LabError {
  if (thrown instanceof LabError) return thrown;
  const text = textOf(thrown);
  const { model, libraryUrl, isLoaded } = place;
  // The library's own program cannot be asked anything again, and it said why in the console alone.
  if (isLoaded && PROGRAM_ENDED.test(text)) {
    const message = `The program of ${model} ended in the middle of a reply. ${LOOK} Load the model again.`;
    return new LabError('worker-died', message, { model }, { cause: thrown });
  }
  const rule = RULES.find(([pattern]) => pattern.test(text));
  if (rule === undefined) return engineFailure(thrown, model);
  const [, code, sentence] = rule;
  const details = { model, ...(code === 'model-damaged' && { libraryUrl }) };
  return new LabError(code, sentence(place, firstLine(text)), details, { cause: thrown });
}
