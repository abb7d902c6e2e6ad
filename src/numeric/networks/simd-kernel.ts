/**
 * @file The loops of policies in WebAssembly (assembly/actor.ts and network.ts): single precision, four numbers at a time, the same
 * bits on every machine.
 */
import { log } from '../../core/numbers/elementary-functions.ts';
import { LabError } from '../../core/errors.ts';
import { plainKernel, type PolicyKernel } from './policy-kernel.ts';

/** The WebAssembly of assembly/actor.ts, in base 64. */
const KERNEL_BYTES =
  'AGFzbQEAAAABXwtgBn9/f39/fwBgA39/fwF9YAR/fX9/AGAIf39/f319fX0AYAJ/fwBgBH9/f38Bf2AJf39/f399fX19AGAMf39/f39/f399fX19AGAAAX9gBX9/f39/AGAFf31/f38AAg8BA2VudgZtZW1vcnkCAAADEhEBAAMEBQIAAAYBAgcACAkACge/AREIaGVhcEJhc2UADQZsb2dpdHMADAhieVBlcnNvbgAODGFkZEdyYWRpZW50cwAPB3Jtc3Byb3AACwdzb2Z0bWF4AAkGc2NhbGVkAAoQYWRkRW50cm9weVNsb3BlcwAQBGFkYW0ACAhhZGRPdXRlcgAHB2FkZFJvd3MABglhZGRTY2FsZWQABQNkb3QAAAlwb3NpdGl2ZXMABAdyZWN0aWZ5AAMLcm1zcHJvcEZsYXQAAgtyb3dQcm9kdWN0cwABCo4xEbMBAwJ7AX0BfyABIABBAnRqIQYgASAAQXhxQQJ0aiEAA0AgACABSwRAIAMgAf0ABAAgAv0ABAD95gH95AEhAyAEIAH9AAQQIAL9AAQQ/eYB/eQBIQQgAUEgaiEBIAJBIGohAgwBCwsgAyAE/eQBIgP9HwAgA/0fAZIgA/0fAiAD/R8DkpIhBQNAIAEgBkkEQCAFIAEqAgAgAioCAJSSIQUgAUEEaiEBIAJBBGohAgwBCwsgBQtDAQJ/IANBAnQhBwNAIAAgBkoEQCAFIAMgAiABKAIAIAdsaiAEEAA4AgAgAUEEaiEBIAVBBGohBSAGQQFqIQYMAQsLC+MCAwJ9B3sBfyABIABBAnRqIREgASAAQXxxQQJ0aiEAIAT9EyELIAb9EyEMQwAAgD8gBpP9EyENIAf9EyEOIAX9EyEPA0AgACABSwRAIAMgDCAD/QAEAP3mASANIAsgAv0ABAD95gEiCiAK/eYB/eYB/eQBIhAgEP0MYEKiDWBCog1gQqINYEKiDf1E/U4iEP0LBAAgAv0MAAAAAAAAAAAAAAAAAAAAAP0LBAAgASAB/QAEACAPIAr95gEgEP3jASAO/eQB/ecB/eUB/QsEACABQRBqIQEgAkEQaiECIANBEGohAwwBCwsDQCABIBFJBEAgBiADKgIAlEMAAIA/IAaTIAQgAioCAJQiCSAJlJSSIghDYEKiDV5FBEBDAAAAACEICyADIAg4AgAgAkMAAAAAOAIAIAEgASoCACAFIAmUIAiRIAeSlZM4AgAgAUEEaiEBIAJBBGohAiADQQRqIQMMAQsLCzAAIAEgAEECdGohAANAIAAgAUsEQCABIAEqAgBDAAAAAJc4AgAgAUEEaiEBDAELCwtWAgJ/AX0DQCAAIARKBEAgASoCACIGQwAAAABeBEAgAiAENgIAIAMgBjgCACADQQRqIQMgBUEBaiEFIAJBBGohAgsgAUEEaiEBIARBAWohBAwBCwsgBQuGAQIBewF/IAH9EyEEIAMgAEECdGohBSADIABBfHFBAnRqIQADQCAAIANLBEAgAyAD/QAEACAEIAL9AAQA/eYB/eQB/QsEACACQRBqIQIgA0EQaiEDDAELCwNAIAMgBUkEQCADIAMqAgAgASACKgIAlJI4AgAgAkEEaiECIANBBGohAwwBCwsLmAQDCX8EewF9IARBAnQhCCAEQXxxQQJ0IQcDQCAJQQRqIABMBEAgAyABKAIAIAhsaiEKIAMgASgCBCAIbGohCyADIAEoAgggCGxqIQwgAyABKAIMIAhsaiENIAL9CQIAIREgAv0JAgQhEiAC/QkCCCEPIAL9CQIMIRBBACEGA0AgBiAHSQRAIAUgBmoiDiAO/QAEACARIAYgCmr9AAQA/eYBIBIgBiALav0ABAD95gH95AEgDyAGIAxq/QAEAP3mASAQIAYgDWr9AAQA/eYB/eQB/eQB/eQB/QsEACAGQRBqIQYMAQsLIAchBgNAIAYgCEkEQCAFIAZqIg4gDioCACACKgIAIAYgCmoqAgCUIAIqAgQgBiALaioCAJSSIAIqAgggBiAMaioCAJQgAioCDCAGIA1qKgIAlJKSkjgCACAGQQRqIQYMAQsLIAFBEGohASACQRBqIQIgCUEEaiEJDAELCwNAIAAgCUoEQCADIAEoAgAgCGxqIQcgAioCACIT/RMhDyAFIgYgBEECdGohCiAGIARBfHFBAnRqIQsDQCAGIAtJBEAgBiAG/QAEACAPIAf9AAQA/eYB/eQB/QsEACAHQRBqIQcgBkEQaiEGDAELCwNAIAYgCkkEQCAGIAYqAgAgEyAHKgIAlJI4AgAgB0EEaiEHIAZBBGohBgwBCwsgAUEEaiEBIAJBBGohAiAJQQFqIQkMAQsLC8UBAwZ/AX0BeyAEQQJ0IQkDQCAAIAhKBEAgBSEGIAIqAgAiDP0TIQ0gAyABKAIAIAlsaiIHIARBAnRqIQogByAEQXxxQQJ0aiELA0AgByALSQRAIAcgB/0ABAAgDSAG/QAEAP3mAf3kAf0LBAAgBkEQaiEGIAdBEGohBwwBCwsDQCAHIApJBEAgByAHKgIAIAwgBioCAJSSOAIAIAZBBGohBiAHQQRqIQcMAQsLIAFBBGohASACQQRqIQIgCEEBaiEIDAELCwuYBAMGewF/An0gASAAQQJ0aiEPIAEgAEF8cUECdGohACAF/RMhCSAG/RMhCiAH/RMhCyAI/RMhDANAIAAgAUsEQP0MZmZmP2ZmZj9mZmY/ZmZmPyAD/QAEAP3mAf0MzczMPc3MzD3NzMw9zczMPSAJIAL9AAQA/eYBIg395gH95AEiDiAO/eAB/QxgQqINYEKiDWBCog1gQqIN/UT9TiEO/Qx3vn8/d75/P3e+fz93vn8/IAT9AAQA/eYB/QxvEoM6bxKDOm8SgzpvEoM6IA0gDf3mAf3mAf3kASINIA39DGBCog1gQqINYEKiDWBCog39RP1OIQ0gAyAO/QsEACAEIA39CwQAIAL9DAAAAAAAAAAAAAAAAAAAAAD9CwQAIAEgAf0ABAAgCiAO/eYBIA394wEgC/3mASAM/eQB/ecB/eUB/QsEACABQRBqIQEgAkEQaiECIANBEGohAyAEQRBqIQQMAQsLA0AgASAPSQRAIAMqAgBDZmZmP5QgBSACKgIAlCIQQ83MzD2UkiERIAQqAgBDd75/P5QgECAQlENvEoM6lJIhECADIBFDAAAAACARi0NgQqINXhsiETgCACAEIBBDAAAAACAQQ2BCog1eGyIQOAIAIAJDAAAAADgCACABIAEqAgAgBiARlCAQkSAHlCAIkpWTOAIAIAFBBGohASACQQRqIQIgA0EEaiEDIARBBGohBAwBCwsL2wQDBXsBfwJ9/QwAAID/AACA/wAAgP8AAID/IQMgASAAQQJ0aiEIIAEhAANAIAAgCEkEQCADIAD9AAQA/ekBIQMgAEEQaiEADAELCyAD/R8AIAP9HwGXIAP9HwIgA/0fA5eXIgn9EyEE/QwAAAAAAAAAAAAAAAAAAAAAIQMgASEAA0AgACAISQRAIAD9AAQAIAT95QEiBf0MAACuwgAArsIAAK7CAACuwv3pASIG/Qw7qrg/O6q4PzuquD87qrg//eYB/WohByAA/QxnaVA5Z2lQOWdpUDlnaVA5IAYgB/0MAIAxPwCAMT8AgDE/AIAxP/3mAf3lASAH/QyDgF45g4BeOYOAXjmDgF45/eYB/eQBIgb95gH9DM5DtzrOQ7c6zkO3Os5Dtzr95AEgBv3mAf0MCIkIPAiJCDwIiQg8CIkIPP3kASAG/eYB/QzBqSo9wakqPcGpKj3BqSo9/eQBIAb95gH9DKqqKj6qqio+qqoqPqqqKj795AEgBv3mAf0MAAAAPwAAAD8AAAA/AAAAP/3kASAG/eYBIAb95gEgBv3kAf0MAACAPwAAgD8AAIA/AACAP/3kASAH/fgB/Qx/AAAAfwAAAH8AAAB/AAAA/a4BQRf9qwH95gEgBf0MAACuwgAArsIAAK7CAACuwv1E/U4iBf0LBAAgAyAF/eQBIQMgAEEQaiEADAELC0MAAIA/IAP9HwAgA/0fAZIgA/0fAiAD/R8DkpIiCpX9EyEDA0AgASAISQRAIAEgAf0ABAAgA/3mAf0LBAAgAUEQaiEBDAELCyACIAo4AgAgCQtAAQF7IAH9EyEEIAIgAEECdGohAANAIAAgAksEQCADIAQgAv0ABAD95gH9CwQAIAJBEGohAiADQRBqIQMMAQsLC9cKAwJ9BX8NeyAJ/RMhE0MAAIA/IAmT/RMhFCAK/RMhFSAI/RMhFiABQQJ0IRIDQCABIBFKBEBDAAAAACENIAIhDyADIQ79DAAAAAAAAAAAAAAAAAAAAAAhF/0MAAAAAAAAAAAAAAAAAAAAACEY/QwAAAAAAAAAAAAAAAAAAAAAIRn9DAAAAAAAAAAAAAAAAAAAAAAhGv0MAAAAAAAAAAAAAAAAAAAAACEb/QwAAAAAAAAAAAAAAAAAAAAAIRz9DAAAAAAAAAAAAAAAAAAAAAAhHf0MAAAAAAAAAAAAAAAAAAAAACEeQQAhEANAIAAgEEoEQCALIA8qAgCUIgz9EyEfIA0gDJIhDSAXIB8gDv0ABAD95gH95AEhFyAYIB8gDv0ABBD95gH95AEhGCAZIB8gDv0ABCD95gH95AEhGSAaIB8gDv0ABDD95gH95AEhGiAbIB8gDv0ABED95gH95AEhGyAcIB8gDv0ABFD95gH95AEhHCAdIB8gDv0ABGD95gH95AEhHSAeIB8gDv0ABHD95gH95AEhHiAPIBJqIQ8gDkGAAWohDiAQQQFqIRAMAQsLIAUgEyAF/QAEAP3mASAUIBcgF/3mAf3mAf3kASIfIB/9DGBCog1gQqINYEKiDWBCog39RP1OIh/9CwQAIAQgBP0ABAAgFiAX/eYBIB/94wEgFf3kAf3nAf3lAf0LBAAgBSATIAVBEGr9AAQA/eYBIBQgGCAY/eYB/eYB/eQBIhcgF/0MYEKiDWBCog1gQqINYEKiDf1E/U4iF/0LBBAgBEEQaiAE/QAEECAWIBj95gEgF/3jASAV/eQB/ecB/eUB/QsEACAFIBMgBUEgav0ABAD95gEgFCAZIBn95gH95gH95AEiFyAX/QxgQqINYEKiDWBCog1gQqIN/UT9TiIX/QsEICAEQSBqIAT9AAQgIBYgGf3mASAX/eMBIBX95AH95wH95QH9CwQAIAUgEyAFQTBq/QAEAP3mASAUIBogGv3mAf3mAf3kASIXIBf9DGBCog1gQqINYEKiDWBCog39RP1OIhf9CwQwIARBMGogBP0ABDAgFiAa/eYBIBf94wEgFf3kAf3nAf3lAf0LBAAgEyAFQUBrIg79AAQA/eYBIBQgGyAb/eYB/eYB/eQBIhcgF/0MYEKiDWBCog1gQqINYEKiDf1E/U4hFyAOIBf9CwQAIARBQGsiDiAO/QAEACAWIBv95gEgF/3jASAV/eQB/ecB/eUB/QsEACAFIBMgBUHQAGr9AAQA/eYBIBQgHCAc/eYB/eYB/eQBIhcgF/0MYEKiDWBCog1gQqINYEKiDf1E/U4iF/0LBFAgBEHQAGogBP0ABFAgFiAc/eYBIBf94wEgFf3kAf3nAf3lAf0LBAAgBSATIAVB4ABq/QAEAP3mASAUIB0gHf3mAf3mAf3kASIXIBf9DGBCog1gQqINYEKiDWBCog39RP1OIhf9CwRgIARB4ABqIAT9AARgIBYgHf3mASAX/eMBIBX95AH95wH95QH9CwQAIAUgEyAFQfAAav0ABAD95gEgFCAeIB795gH95gH95AEiFyAX/QxgQqINYEKiDWBCog1gQqIN/UT9TiIX/QsEcCAEQfAAaiAE/QAEcCAWIB795gEgF/3jASAV/eQB/ecB/eUB/QsEACAJIAcqAgCUQwAAgD8gCZMgDZQgDZSSIgxDYEKiDV5FBEBDAAAAACEMCyAHIAw4AgAgBiAGKgIAIAggDZQgDJEgCpKVkzgCACACQQRqIQIgBEGAAWohBCAFQYABaiEFIAZBBGohBiAHQQRqIQcgEUEBaiERDAELCwudCAIJfwp7A0AgASAJSgRAIAEgCUGAAWoiBiABIAZIGyEOQQAhDQNAIAAgDUoEQCAEIA1BB3RqIQogAiAJQQd0aiEHIAMgCUECdGohCyAFIAEgDWwgCWpBAnRqIQwgCSEGA0AgBkEEaiIIIA5MBEAgDCAL/QAEACAK/QAEACIVIAf9AAQA/eYBIAr9AAQgIhYgB/0ABCD95gH95AEgCv0ABEAiDyAH/QAEQP3mAf3kASAK/QAEYCIQIAf9AARg/eYB/eQBIAr9AAQQIhEgB/0ABBD95gEgCv0ABDAiEiAH/QAEMP3mAf3kASAK/QAEUCITIAf9AARQ/eYB/eQBIAr9AARwIhQgB/0ABHD95gH95AH95AEiFyAVIAdBgAFq/QAEAP3mASAWIAf9AASgAf3mAf3kASAPIAf9AATAAf3mAf3kASAQIAf9AATgAf3mAf3kASARIAf9AASQAf3mASASIAf9AASwAf3mAf3kASATIAf9AATQAf3mAf3kASAUIAf9AATwAf3mAf3kAf3kASIY/Q0AAQIDEBESEwQFBgcUFRYXIBcgGP0NCAkKCxgZGhsMDQ4PHB0eH/3kASIXIBUgB0GAAmr9AAQA/eYBIBYgB/0ABKAC/eYB/eQBIA8gB/0ABMAC/eYB/eQBIBAgB/0ABOAC/eYB/eQBIBEgB/0ABJAC/eYBIBIgB/0ABLAC/eYB/eQBIBMgB/0ABNAC/eYB/eQBIBQgB/0ABPAC/eYB/eQB/eQBIhggFSAHQYADav0ABAD95gEgFiAH/QAEoAP95gH95AEgDyAH/QAEwAP95gH95AEgECAH/QAE4AP95gH95AEgESAH/QAEkAP95gEgEiAH/QAEsAP95gH95AEgEyAH/QAE0AP95gH95AEgFCAH/QAE8AP95gH95AH95AEiD/0NAAECAxAREhMEBQYHFBUWFyAYIA/9DQgJCgsYGRobDA0ODxwdHh/95AEiD/0NAAECAwQFBgcQERITFBUWFyAXIA/9DQgJCgsMDQ4PGBkaGxwdHh/95AH95AH9CwQAIAdBgARqIQcgC0EQaiELIAxBEGohDCAIIQYMAQsLA0AgBiAOSARAIAwgCyoCACAK/QAEACAH/QAEAP3mASAK/QAEICAH/QAEIP3mAf3kASAK/QAEQCAH/QAEQP3mAf3kASAK/QAEYCAH/QAEYP3mAf3kASAK/QAEECAH/QAEEP3mASAK/QAEMCAH/QAEMP3mAf3kASAK/QAEUCAH/QAEUP3mAf3kASAK/QAEcCAH/QAEcP3mAf3kAf3kASIP/R8AIA/9HwGSIA/9HwIgD/0fA5KSkjgCACAHQYABaiEHIAtBBGohCyAMQQRqIQwgBkEBaiEGDAELCyANQQFqIQ0MAQsLIAlBgAFqIQkMAQsLCwUAQYAIC7EDAgd/CXsgBEEAIABBB3T8CwADQCABIAZKBEBBgAEgASAGayIFIAVBgAFKGyEKQQAhBwNAIAAgB0oEQCACIAEgB2wgBmpBAnRqIQggAyAGQQd0aiEFIAQgB0EHdGoiC/0ABAAhDSAL/QAEECEOIAv9AAQgIQ8gC/0ABDAhECAL/QAEQCERIAv9AARQIRIgC/0ABGAhEyAL/QAEcCEUQQAhCQNAIAkgCkgEQCANIAj9CQIAIgwgBf0ABAD95gH95AEhDSAOIAwgBf0ABBD95gH95AEhDiAPIAwgBf0ABCD95gH95AEhDyAQIAwgBf0ABDD95gH95AEhECARIAwgBf0ABED95gH95AEhESASIAwgBf0ABFD95gH95AEhEiATIAwgBf0ABGD95gH95AEhEyAUIAwgBf0ABHD95gH95AEhFCAFQYABaiEFIAhBBGohCCAJQQFqIQkMAQsLIAsgDf0LBAAgCyAO/QsEECALIA/9CwQgIAsgEP0LBDAgCyAR/QsEQCALIBL9CwRQIAsgE/0LBGAgCyAU/QsEcCAHQQFqIQcMAQsLIAZBgAFqIQYMAQsLC5YDAwV/CXsBfSABQQJ0IQoDQCABIAlKBEAgBSoCACEUIAIhByADIQYgBP0ABAAhDCAE/QAEECENIAT9AAQgIQ4gBP0ABDAhDyAE/QAEQCEQIAT9AARQIREgBP0ABGAhEiAE/QAEcCETQQAhCANAIAAgCEoEQCAUIAcqAgCSIRQgDCAH/QkCACILIAb9AAQA/eYB/eQBIQwgDSALIAb9AAQQ/eYB/eQBIQ0gDiALIAb9AAQg/eYB/eQBIQ4gDyALIAb9AAQw/eYB/eQBIQ8gECALIAb9AARA/eYB/eQBIRAgESALIAb9AARQ/eYB/eQBIREgEiALIAb9AARg/eYB/eQBIRIgEyALIAb9AARw/eYB/eQBIRMgByAKaiEHIAZBgAFqIQYgCEEBaiEIDAELCyAEIAz9CwQAIAQgDf0LBBAgBCAO/QsEICAEIA/9CwQwIAQgEP0LBEAgBCAR/QsEUCAEIBL9CwRgIAQgE/0LBHAgBSAUOAIAIAJBBGohAiAEQYABaiEEIAVBBGohBSAJQQFqIQkMAQsLC7sBAwJ/AnsBfSACIABBAnRqIQUgAiAAQXxxQQJ0aiEGIAH9EyEHIAAgAiADEAAiCf0TIQgDQCACIAZJBEAgBCAE/QAEACAHIAL9AAQA/eYBIAP9AAQAIAj95QH95gH95AH9CwQAIAJBEGohAiADQRBqIQMgBEEQaiEEDAELCwNAIAIgBUkEQCAEIAQqAgAgASACKgIAlCADKgIAIAmTlJI4AgAgAkEEaiECIANBBGohAyAEQQRqIQQMAQsLCw==';

type Loop = (...numbers: readonly number[]) => number;

type Loops = Readonly<
  Record<
    | 'logits'
    | 'addEntropySlopes'
    | 'byPerson'
    | 'softmax'
    | 'scaled'
    | 'addGradients'
    | 'rmsprop'
    | 'addRows'
    | 'addOuter'
    | 'rowProducts'
    | 'addScaled'
    | 'dot'
    | 'positives'
    | 'rectify'
    | 'adam'
    | 'rmspropFlat',
    Loop
  >
>;

const PAGE = 65_536;
const ALIGNMENT = 16;

let compiled: WebAssembly.Module | null = null;

/**
 * A kernel with a memory of its own.
 * @param numbers how many it can allocate in all
 * @throws LabError `memory-exhausted` where the memory cannot be had
 */
export function simdKernel(numbers: number): PolicyKernel {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL_BYTES), (letter) => letter.charCodeAt(0)));
  const pages = 2 + Math.ceil((numbers * 4 + 256 * ALIGNMENT) / PAGE);
  const memory = memoryOf(pages);
  const loops = new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Loops;
  // Below the first page are the kernel's own data, and this one number.
  const sum = new Float32Array(memory.buffer, PAGE - ALIGNMENT, 1);
  let free = PAGE;
  const claim = (length: number): number => {
    const start = free;
    free += ALIGNMENT * Math.ceil((length * 4) / ALIGNMENT);
    if (free > pages * PAGE) throw exhausted(pages);
    return start;
  };
  return {
    id: 'simd',
    allocate: (length) => new Float32Array(memory.buffer, claim(length), length),
    allocatePlaces: (length) => new Int32Array(memory.buffer, claim(length), length),
    ...actorLoops(loops, sum),
    ...networkLoops(loops),
  };
}

type Omitted = 'id' | 'allocate' | 'allocatePlaces';

function actorLoops(
  loops: Loops,
  sum: Float32Array,
): Pick<
  PolicyKernel,
  'logits' | 'softmax' | 'scaled' | 'addEntropySlopes' | 'byPerson' | 'gram' | 'addGradients' | 'rmsprop'
> {
  const plain = plainKernel();
  return {
    logits(count, vectors, biases, persons, out) {
      const arrays = [vectors, biases, persons, out].map(({ byteOffset }) => byteOffset);
      loops.logits(count, biases.length, ...arrays);
    },
    softmax(logits) {
      if (logits.length % 4 !== 0) return plain.softmax(logits);
      const top = loops.softmax(logits.length, logits.byteOffset, sum.byteOffset);
      return top + log(sum[0]!);
    },
    scaled(factor, from, to) {
      if (from.length % 4 === 0) loops.scaled(from.length, factor, from.byteOffset, to.byteOffset);
      else plain.scaled(factor, from, to);
    },
    addEntropySlopes(weight, chances, logits, slopes) {
      const arrays = [chances, logits, slopes].map(({ byteOffset }) => byteOffset);
      loops.addEntropySlopes(chances.length, weight, ...arrays);
    },
    byPerson: (count, slopes, vectors, out) =>
      void loops.byPerson(count, vectors.length / 32, slopes.byteOffset, vectors.byteOffset, out.byteOffset),
    gram(count, items, slopes, out) {
      for (let s = 0; s < count; s += 1) {
        for (let t = 0; t <= s; t += 1) {
          const product = loops.dot(items, slopes.byteOffset + 4 * s * items, slopes.byteOffset + 4 * t * items);
          out[s * count + t] = product;
          out[t * count + s] = product;
        }
      }
    },
    addGradients(count, slopes, persons, vectors, biases) {
      const arrays = [slopes, persons, vectors, biases].map(({ byteOffset }) => byteOffset);
      loops.addGradients(count, biases.length, ...arrays);
    },
    rmsprop(count, slopes, persons, vectors, vectorSquares, biases, biasSquares, { rate, decay, epsilon, scale }) {
      const arrays = [slopes, persons, vectors, vectorSquares, biases, biasSquares].map(({ byteOffset }) => byteOffset);
      loops.rmsprop(count, biases.length, ...arrays, rate, decay, epsilon, scale);
    },
  };
}

function networkLoops(loops: Loops): Omit<PolicyKernel, Omitted | keyof ReturnType<typeof actorLoops>> {
  return {
    addRows: (count, { places, values }, matrix, out) =>
      void loops.addRows(count, places.byteOffset, values.byteOffset, matrix.byteOffset, out.length, out.byteOffset),
    addOuter: (count, { places, values }, matrix, delta) =>
      void loops.addOuter(
        count,
        places.byteOffset,
        values.byteOffset,
        matrix.byteOffset,
        delta.length,
        delta.byteOffset,
      ),
    rowProducts: (count, { places }, matrix, delta, out) =>
      void loops.rowProducts(
        count,
        places.byteOffset,
        matrix.byteOffset,
        delta.length,
        delta.byteOffset,
        out.byteOffset,
      ),
    addScaled: (factor, from, to) => void loops.addScaled(to.length, factor, from.byteOffset, to.byteOffset),
    dot: (x, y) => loops.dot(x.length, x.byteOffset, y.byteOffset),
    positives: (x, { places, values }) => loops.positives(x.length, x.byteOffset, places.byteOffset, values.byteOffset),
    rectify: (x) => void loops.rectify(x.length, x.byteOffset),
    adam: (parameters, gradient, first, second, { scale, size, correction, epsilon }) =>
      void loops.adam(
        parameters.length,
        parameters.byteOffset,
        gradient.byteOffset,
        first.byteOffset,
        second.byteOffset,
        scale,
        size,
        correction,
        epsilon,
      ),
    rmspropFlat: (parameters, gradient, squares, { scale, rate, decay, epsilon }) =>
      void loops.rmspropFlat(
        parameters.length,
        parameters.byteOffset,
        gradient.byteOffset,
        squares.byteOffset,
        scale,
        rate,
        decay,
        epsilon,
      ),
  };
}

const exhausted = (pages: number, cause?: unknown): LabError =>
  new LabError(
    'memory-exhausted',
    'There is not enough memory for the policy; choose fewer items or people.',
    { pages },
    { cause },
  );

function memoryOf(pages: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: pages });
  } catch (cause) {
    throw exhausted(pages, cause);
  }
}
