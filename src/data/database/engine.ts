/**
 * @file SQLite compiled to WebAssembly (sql.js). The host says where the binary is: in Node the bytes of
 * `sql.js/dist/sql-wasm.wasm`, in a worker the address of `sql.js/dist/sql-wasm-browser.wasm` (the package's `browser`
 * export fits only that one).
 */
import initSqlJs from 'sql.js';
import { LabError } from '../../core/errors.ts';

/** A connection of sql.js. Only `src/data/database` uses it; everything else sees `Database` of the core. */
export type SqlConnection = initSqlJs.Database;
/** A prepared statement of sql.js. */
export type SqlStatement = initSqlJs.Statement;

/** SQLite, ready to open databases in memory. */
export interface SqlEngine {
  /** Opens an empty database, or the bytes of a database file. */
  open(bytes?: Uint8Array): SqlConnection;
}

/**
 * Loads SQLite. A host calls it once and keeps the engine: every call compiles the binary anew.
 * @param wasm the binary itself, or the address to fetch it from (in Node: a path)
 * @throws LabError `internal` where the binary cannot be loaded
 */
export async function loadSqlEngine(wasm: string | Uint8Array): Promise<SqlEngine> {
  const where = typeof wasm === 'string' ? ` from ${wasm}` : '';
  const source = typeof wasm === 'string' ? { locateFile: () => wasm } : { wasmBinary: Uint8Array.from(wasm).buffer };
  // The old extension functions shadow SQLite's own and warn on the console. The types do not know the option yet.
  const settings: initSqlJs.SqlJsConfig & { readonly useOldExtensionFunctions: boolean } = {
    ...source,
    useOldExtensionFunctions: false,
  };
  try {
    const library = await initSqlJs(settings);
    return { open: (bytes) => new library.Database(bytes) };
  } catch (cause) {
    throw new LabError('internal', `SQLite could not be loaded${where}; reload the page.`, null, { cause });
  }
}
