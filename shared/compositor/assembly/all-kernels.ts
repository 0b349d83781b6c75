import type { Kernels } from '../kernels/kernels.ts';
import * as kernels from './index';

/** Unused at run time: the assignment does not compile if a kernel is missing or has other parameters. */
export const allKernels: Kernels = kernels;
