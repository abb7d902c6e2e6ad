/** @file The lab worker: the database, the tools, the agents and the runs. It starts workers of its own. */
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { allowOwnScripts } from '../src/core/platform/site-scope.ts';
import { loadSqlEngine } from '../src/data/database/engine.ts';
import { openTabFiles } from '../src/lab/files/open-tab-files.ts';
import { threadOf } from '../src/core/platform/asked-thread.ts';
import { createLab } from '../src/lab/create-lab.ts';
import { fetchBytes } from '../src/lab/fetch-bytes.ts';
import { exposeService } from '../src/rpc/expose-service.ts';

allowOwnScripts();
exposeService(
  createLab({
    loadEngine: () => loadSqlEngine(wasmUrl),
    openFiles: openTabFiles,
    startStatements: () =>
      threadOf(new Worker(new URL('./program.worker.ts', import.meta.url), { type: 'module', name: 'statements' })),
    startPrograms: () =>
      threadOf(new Worker(new URL('./program.worker.ts', import.meta.url), { type: 'module', name: 'programs' })),
    fetchPackaged: (dataset, file) => fetchBytes(new URL(`../datasets/${dataset}/${file}`, self.location.href)),
  }),
);
