/**
 * @file All that a model worker offers, on one port. Types only.
 */
import type { Agreement } from '../../core/network-asks.ts';
import type { EndpointDiagnosis, EndpointQuestion, EndpointStep } from './endpoint.ts';
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
   * Examines an endpoint with two short replies at most, which needs no leave beforehand: the person asks for it.
   * @param onStep a Comlink proxy, told of each step as it is done
   * @throws LabError `spec-invalid`, `aborted`
   */
  diagnoseEndpoint(
    question: EndpointQuestion,
    key: string | null,
    onStep: (step: EndpointStep) => void,
    signal: AbortSignal,
  ): Promise<EndpointDiagnosis>;
}
