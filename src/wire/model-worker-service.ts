/**
 * @file All that a model worker offers, on one port. Types only.
 */
import type { ModelService } from './model-service.ts';

/** A model and what has to be known for it. */
export interface ModelWorkerService extends ModelService {
  /**
   * Lets the worker ask an endpoint that the person has switched on, until the worker ends. The key is in no spec.
   * @throws LabError `spec-invalid`
   */
  allowEndpoint(baseUrl: string, key: string | null): Promise<void>;
}
