import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import type { KernelName } from './kernels/kernels.ts';
import { createKernelMemory, loadKernels } from './kernels/memory.ts';
import { CASE_MEMORY, kernelCases, memoryContents } from './testing/kernel-cases.ts';
import { readKernels } from './testing/read-kernels.ts';
import { referenceKernels } from './testing/reference/reference-kernels.ts';

const names = Object.keys(kernelCases) as readonly KernelName[];
const backing = () => new WebAssembly.Memory({ initial: CASE_MEMORY / 65_536 });
const plain = createKernelMemory(backing());
const compiled = createKernelMemory(backing());
const reference = referenceKernels(plain);
const kernels = await loadKernels(await readKernels(), compiled);

test.each(names)('WebAssembly and TypeScript write the same bytes: %s', (name) => {
  const cases: fc.Arbitrary<readonly number[]> = kernelCases[name];
  fc.assert(
    fc.property(cases, memoryContents, (numbers, before) => {
      plain.bytes().set(before);
      compiled.bytes().set(before);
      (reference[name] as (...all: readonly number[]) => void)(...numbers);
      (kernels[name] as (...all: readonly number[]) => void)(...numbers);
      expect(Buffer.compare(compiled.bytes(), plain.bytes())).toBe(0);
    }),
    { numRuns: 100 },
  );
});
