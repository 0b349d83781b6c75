import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kernelShader } from '../../shared/compositor/glsl/kernel-shaders.ts';
import type { KernelName, Kernels } from '../../shared/compositor/kernels/kernels.ts';
import { loadKernels } from '../../shared/compositor/kernels/load-kernels.ts';
import { createKernelMemory, type KernelMemory } from '../../shared/compositor/kernels/memory.ts';
import { referenceKernels } from '../../shared/compositor/reference/reference-kernels.ts';
import { CASE_MEMORY, kernelCases, memoryContents } from '../../shared/compositor/testing/kernel-cases.ts';
import { required } from '../../shared/lib/assert.ts';
import { triesAll } from '../../shared/testing/first-of.ts';
import { fc } from '../../shared/testing/properties.ts';
import { launchChromium } from '../testing/chromium.ts';
import { runOnMemories } from './testing/run-shader.ts';

const SIDE = 512;
const CASES = 6;
const names = Object.keys(kernelCases) as readonly KernelName[];
/** Neighbours are alike. */
const tried = triesAll ? names : names.filter((_, index) => index % 6 === 0);
const undo = new AsyncDisposableStack();
let page: Page;
let compiled: Kernels;
const [plain, ofCompiled] = [newMemory(), newMemory()];
const reference = referenceKernels(plain);

beforeAll(async () => {
  compiled = await loadKernels(await readFile(join(import.meta.dirname, '../../out/kernels/kernels.wasm')), ofCompiled);
  const browser = undo.adopt(await launchChromium(), (each) => each.close());
  page = await browser.newPage();
});
afterAll(() => undo.disposeAsync());

test.each(tried)('%s leaves the same bytes in WebGL as in TypeScript and in WebAssembly', async (name) => {
  const cases = fc.sample(
    fc.record({ numbers: kernelCases[name] as fc.Arbitrary<readonly number[]>, memory: memoryContents }),
    CASES,
  );
  const { source, uniforms } = kernelShader(name, SIDE);
  const changed = await page.evaluate(runOnMemories, {
    source,
    uniforms,
    side: SIDE,
    pool: Buffer.from(required(cases[0], 'a case').memory.buffer).toString('base64'),
    runs: cases.map(({ numbers, memory }) => ({ numbers, from: memory.byteOffset })),
  });
  for (const [index, { numbers, memory }] of cases.entries()) {
    const after = changesBy(reference[name], plain, numbers, memory);
    expect(changed[index], `${name}(${numbers.join(', ')}) in WebGL`).toEqual(after);
    expect(changesBy(compiled[name], ofCompiled, numbers, memory)).toEqual(after);
  }
});

function newMemory(): KernelMemory {
  return createKernelMemory(new WebAssembly.Memory({ initial: CASE_MEMORY / 65_536 }));
}

/** Places and bytes, one after the other, that a kernel has changed. */
function changesBy(
  kernel: Kernels[KernelName],
  memory: KernelMemory,
  numbers: readonly number[],
  before: Uint8Array,
): readonly number[] {
  memory.bytes().set(before);
  (kernel as (...all: readonly number[]) => void)(...numbers);
  const changes: number[] = [];
  const after = memory.bytes();
  for (let place = 0; place < before.length; place++)
    if (after[place] !== before[place]) changes.push(place, after[place] ?? -1);
  return changes;
}
