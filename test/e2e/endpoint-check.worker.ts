/** @file The connection check in a worker, where the lab has it, for its test. */
import { toLabError } from '../../src/core/errors.ts';
import { diagnoseEndpoint } from '../../src/models/endpoint/diagnose-endpoint.ts';
import type { EndpointQuestion } from '../../src/models/service/endpoint.ts';

addEventListener('message', ({ data }: MessageEvent<EndpointQuestion & { readonly key: string | null }>) => {
  diagnoseEndpoint(data, data.key, new AbortController().signal).then(
    (diagnosis) => postMessage(diagnosis),
    (thrown: unknown) => postMessage(toLabError(thrown).toData()),
  );
});
