/**
 * @file QuickJS compiled to WebAssembly (quickjs-emscripten, the synchronous release build). The host says where the bytes of
 * `@jitl/quickjs-wasmfile-release-sync/wasm` are. docs/decisions/2026-11-23-planners-that-people-write.md says why this one.
 */
import release from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';

/** Gives each program a QuickJS of its own, in fresh memory: nothing of one program is left for the next. */
export type ProgramEngine = () => Promise<QuickJSWASMModule>;

/** Compiles QuickJS once. @param bytes of its WebAssembly */
export async function loadProgramEngine(bytes: BufferSource): Promise<ProgramEngine> {
  const wasmModule = await WebAssembly.compile(bytes);
  const variant = newVariant(release, { wasmModule });
  return () => newQuickJSWASMModuleFromVariant(variant);
}
