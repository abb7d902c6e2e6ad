/** @file A simulation worker: simulated people, one at a time, or one policy that is trained. It starts workers of its own. */
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { allowOwnScripts } from '../src/core/platform/site-scope.ts';
import { loadSqlEngine } from '../src/data/database/engine.ts';
import { threadOf } from '../src/core/platform/asked-thread.ts';
import { openTabFiles } from '../src/lab/files/open-tab-files.ts';
import { createSimulationDesk } from '../src/lab/training/simulations.ts';
import { fetchBytes } from '../src/lab/fetch-bytes.ts';
import { exposeService } from '../src/rpc/expose-service.ts';

allowOwnScripts();
exposeService(
  createSimulationDesk({
    openFiles: openTabFiles,
    loadEngine: () => loadSqlEngine(wasmUrl),
    startStatements: () =>
      threadOf(new Worker(new URL('./program.worker.ts', import.meta.url), { type: 'module', name: 'statements' })),
    fetchPackaged: (dataset, file) => fetchBytes(new URL(`../datasets/${dataset}/${file}`, self.location.href)),
  }),
);
