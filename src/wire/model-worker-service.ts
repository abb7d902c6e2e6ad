/**
 * @file All that a model worker offers, on one port. Types only.
 */
import type { EndpointDiagnosis, EndpointQuestion, EndpointStep } from './endpoint.ts';
import type { ModelService } from './model-service.ts';

/** A model and what has to be known for it. */
export interface ModelWorkerService extends ModelService {
  /**
   * Lets the worker ask an endpoint that the person has switched on, until the worker ends. The key is in no spec.
   * @throws LabError `spec-invalid`
   */
  allowEndpoint(baseUrl: string, key: string | null): Promise<void>;
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
