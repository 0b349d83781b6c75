import type { Kernels } from '../kernels/kernels.ts';
import * as kernels from './index';

/** Makes the compilation fail if a kernel is missing or has other parameters. Unused at run time. */
export const allKernels: Kernels = kernels;
