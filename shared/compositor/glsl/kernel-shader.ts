import type { KernelName, Kernels } from '../kernels.ts';

/** A kernel in GLSL ES 3.00, on a memory that is a texture of bytes. */
export interface KernelShader<Name extends KernelName> {
  /** The names under which its GLSL knows the numbers that it is called with, in their order. */
  readonly numbers: NameOfEach<Parameters<Kernels[Name]>>;
  /** The body of `int written(int place)`: the byte that lies at a place once the kernel has run. */
  readonly written: string;
}

type NameOfEach<Numbers extends readonly number[]> = { readonly [Index in keyof Numbers]: string };
