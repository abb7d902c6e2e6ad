/**
 * @file All that a model worker offers, on one port. Types only.
 */
import type { Agreement } from '../../core/network-asks.ts';
import type { EndpointQuestion, EndpointTrial } from './endpoint.ts';
import type { ModelService } from '../../rpc/model-service.ts';

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
   * Tries an endpoint with two short replies at most, which needs no leave beforehand: the person asks for it.
   * @throws LabError what is wrong with it
   */
  testEndpoint(question: EndpointQuestion, key: string | null, signal: AbortSignal): Promise<EndpointTrial>;
}
