/** @file The events of runs as they are, for where nothing else can be made of them. */
import { formatTrace } from '../../../trace/trace-file.ts';
import { download } from '../../download.ts';
import type { RunView } from './run-view.svelte.ts';

/** Saves the events of each run as JSON Lines. */
export function saveEvents(runs: readonly RunView[]): void {
  for (const [at, run] of runs.entries()) {
    download(new Blob([formatTrace(run.events)], { type: 'application/x-ndjson' }), `run-${at + 1}.jsonl`);
  }
}
