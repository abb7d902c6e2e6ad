/**
 * @file All that a model worker offers, on one port. Types only.
 */
import type { Agreement } from '../../core/network-asks.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { LoadProgress, ModelService } from '../../rpc/model-service.ts';
import type { EndpointQuestion, EndpointTrial } from './endpoint.ts';
import type { ModelList } from './model-list.ts';

/** A model and what has to be known for it. */
export interface ModelWorkerService extends ModelService {
  /** Lets the worker ask what the person has agreed to, in place of what it was told before. */
  setAgreements(agreed: readonly Agreement[]): Promise<void>;
  /**
   * Gives the worker the key of an endpoint, which is in no spec.
   * @throws LabError `spec-invalid`
   */
  giveKey(baseUrl: string, key: string | null): Promise<void>;
  /**
   * Fetches a model's files and keeps them; it is not loaded afterwards.
   * @param source where a transformers.js model comes from: a template with `{model}` and `{revision}`, or a folder that holds a folder for each model; null
   *   for WebLLM's models, whose options say it
   * @throws LabError `network-off`, `network-failed`, `model-missing`, `model-damaged`, `storage-full`, `memory-exhausted`, `aborted`
   */
  get(
    spec: ComponentSpec,
    source: string | null,
    onProgress: (progress: LoadProgress) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** @param described WebLLM models of which the person gave the addresses */
  list(described: readonly ComponentSpec[]): Promise<ModelList>;
  /** Removes the files of one model, or of all where no key is given. */
  remove(key: string | null): Promise<void>;
  /**
   * Tries an endpoint with two short replies at most, which needs no leave beforehand: the person asks for it.
   * @throws LabError what is wrong with it
   */
  testEndpoint(question: EndpointQuestion, key: string | null, signal: AbortSignal): Promise<EndpointTrial>;
}
