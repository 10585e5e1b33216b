import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The parts of the WebAssembly interface that are used; Node's types leave them out. */
interface WasmRuntime {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports: object) => WasmInstance;
  readonly RuntimeError: new () => Error;
}

/** Compiled code without memory of its own. */
export type WasmModule = object;

export interface WasmInstance {
  readonly exports: object;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

const runtime = (globalThis as unknown as { readonly WebAssembly: WasmRuntime }).WebAssembly;
const compiled = new Map<string, WasmModule>();

/** A module of a library, compiled once. */
export function wasmModule(specifier: string): WasmModule {
  const cached = compiled.get(specifier);
  if (cached !== undefined) return cached;
  const path = createRequire(import.meta.url).resolve(specifier);
  const module = new runtime.Module(readFileSync(path));
  compiled.set(specifier, module);
  return module;
}

export function instantiateWasm(module: WasmModule, imports: object): WasmInstance {
  return new runtime.Instance(module, imports);
}

/** Whether the error is a trap of the module's code. */
export const isTrap = (error: unknown): boolean => error instanceof runtime.RuntimeError;
