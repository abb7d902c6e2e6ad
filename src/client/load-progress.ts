/** @file How far a model is loaded, as the lab tells of other slow work. */
import type { Progress } from '../lab/service.ts';
import type { LoadProgress } from '../rpc/model-service.ts';

/** The same as the progress of the lab. */
export const asProgress = ({ phase, bytes, totalBytes }: LoadProgress): Progress => ({
  phase,
  share: totalBytes === 0 ? null : bytes / totalBytes,
  bytes,
  totalBytes,
  rows: 0,
});
