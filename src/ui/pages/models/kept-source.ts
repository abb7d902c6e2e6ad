/** @file Where models come from, and what was written into the forms for them, over a reload; never a key. */
import type { KeptSettings, Shapes } from '../../parts/settings/kept-settings.svelte.ts';
import { oneOf, TEXT, z } from '../../parts/settings/shapes.ts';
import type { EndpointCheck } from './endpoint-check.svelte.ts';

/** Where models come from. */
export type SourceKind = 'hub' | 'folder' | 'address';

/** Where the next model comes from. */
export interface SourceForm {
  sourceKind: SourceKind;
  address: string;
  libraryAddress: string;
}

/** An address that holds nothing secret: no name and password, and nothing after a question mark, where keys are put. */
export const ADDRESS = TEXT.check(z.refine((address) => !/[?@]/.test(address)));
const COUNT = z.nullable(z.number());

/** Keeps where models come from. */
export function keepSource(settings: KeptSettings, source: SourceForm): void {
  const shapes: Shapes<SourceForm> = {
    sourceKind: oneOf(() => ['hub', 'folder', 'address']),
    address: ADDRESS,
    libraryAddress: ADDRESS,
  };
  settings.keep('models', source, shapes);
}

/** Keeps what was written of an endpoint. @returns ends the keeping */
export function keepEndpoint(settings: KeptSettings, form: EndpointCheck): () => void {
  const shapes: Shapes<EndpointCheck> = {
    address: ADDRESS,
    model: TEXT,
    contextLength: COUNT,
    timeoutSeconds: COUNT,
    waitSeconds: COUNT,
    thinkingTokens: COUNT,
  };
  return settings.keep('models/endpoint', form, shapes);
}
