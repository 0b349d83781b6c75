import type { KernelName, Kernels } from '../kernels/kernels.ts';

/** A kernel in GLSL ES 3.00, on a memory that is a texture of bytes. */
export interface KernelShader<Name extends KernelName> {
  /** The names under which its GLSL knows the numbers that it is called with, in their order. */
  readonly numbers: NameOfEach<Parameters<Kernels[Name]>>;
  /** The body of `int written(int address)`: the byte that lies at an address once the kernel has run. */
  readonly written: string;
}

type NameOfEach<Numbers extends readonly number[]> = { readonly [Index in keyof Numbers]: string };
