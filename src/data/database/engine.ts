/** @file SQLite compiled to WebAssembly (sql.js). The host says where the binary is. In a worker it is `sql-wasm-browser.wasm`. */
import initSqlJs from 'sql.js';
import { LabError } from '../../core/errors.ts';

export type SqlConnection = initSqlJs.Database;
export type SqlStatement = initSqlJs.Statement;

export interface SqlEngine {
  /** Opens an empty database, or the bytes of a database file. */
  open(bytes?: Uint8Array): SqlConnection;
  /** Drops the pages that all open databases have cached; they are read again when they are needed. */
  release(): void;
  /** Bytes of the texts and blobs of the row that a statement stands on, before JavaScript holds a copy of them. */
  bytesOf(statement: SqlStatement): number;
}

/** Most bytes of all databases of a worker: page caches and what statements build. SQLite lets nobody raise the limit of a module. */
export const HEAP_LIMIT = 64 * 2 ** 20;
/** Pages in memory of each database, in KiB: large ones answer no faster from more, and a statement needs the rest. */
export const PAGE_CACHE = 8192;

const MEASURED: ReadonlySet<number> = new Set([3, 4]);

interface SqlFunctions {
  _sqlite3_column_count(statement: number): number;
  _sqlite3_column_type(statement: number, column: number): number;
  _sqlite3_column_bytes(statement: number, column: number): number;
}

/** The first number that a statement of sql.js holds. */
const addressOf = (statement: SqlStatement): number =>
  Object.values(statement as object).find((value) => typeof value === 'number') as number;

function bytesOfRow(sqlite: SqlFunctions, statement: SqlStatement): number {
  const address = addressOf(statement);
  let bytes = 0;
  for (let column = sqlite._sqlite3_column_count(address) - 1; column >= 0; column -= 1) {
    // Asked of a number, SQLite would make a text of it.
    if (MEASURED.has(sqlite._sqlite3_column_type(address, column)))
      bytes += sqlite._sqlite3_column_bytes(address, column);
  }
  return bytes;
}

const opened = new Set<SqlConnection>();

/** Closes every database of this worker, where it is used on for other ones that begin with none. */
export function closeDatabases(): void {
  for (const connection of opened) connection.close();
}

function engineOf(library: initSqlJs.SqlJsStatic): SqlEngine {
  const sqlite = library as unknown as SqlFunctions;
  class Connection extends library.Database {
    override close(): void {
      opened.delete(this);
      super.close();
    }
  }
  return {
    open(bytes) {
      const connection = new Connection(bytes);
      opened.add(connection);
      return connection;
    },
    release() {
      for (const connection of opened) connection.run('PRAGMA shrink_memory');
    },
    bytesOf: (statement) => bytesOfRow(sqlite, statement),
  };
}

/** Sets the limit, and checks that this build of sql.js gives the address of a statement. */
function prepare(engine: SqlEngine): void {
  const connection = engine.open();
  const probe = connection.prepare("SELECT 'four', 5, NULL, x'0102'");
  probe.step();
  const measures = engine.bytesOf(probe) === 6;
  probe.free();
  const limit = connection.exec(`PRAGMA hard_heap_limit = ${HEAP_LIMIT}`)[0]?.values[0]?.[0];
  connection.close();
  if (!measures || limit !== HEAP_LIMIT)
    throw new LabError('internal', 'This build of SQLite cannot be held to limits.');
}

/** @param wasm the binary itself, or the address to fetch it from (in Node: a path). @throws LabError `internal` */
export async function loadSqlEngine(wasm: string | Uint8Array): Promise<SqlEngine> {
  const where = typeof wasm === 'string' ? ` from ${wasm}` : '';
  const source = typeof wasm === 'string' ? { locateFile: () => wasm } : { wasmBinary: Uint8Array.from(wasm).buffer };
  // The old extension functions shadow SQLite's own and warn on the console. The types do not know the option yet.
  const settings: initSqlJs.SqlJsConfig & { readonly useOldExtensionFunctions: boolean } = {
    ...source,
    useOldExtensionFunctions: false,
  };
  try {
    const engine = engineOf(await initSqlJs(settings));
    prepare(engine);
    return engine;
  } catch (cause) {
    throw new LabError('internal', `SQLite could not be loaded${where}; reload the page.`, null, { cause });
  }
}
