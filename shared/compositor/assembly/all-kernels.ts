import type { Kernels } from '../kernels/kernels.ts';
import * as kernels from './index';

/** Never run: a kernel that is missing, or that takes other numbers, does not compile here. */
export const allKernels: Kernels = kernels;
