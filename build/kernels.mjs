import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fingerprint, sourcesIn } from './fingerprint.mjs';
import { root, toolProgram } from './paths.mjs';
import { runProgram } from './run-program.mjs';
import { SetUpError, say } from './set-up-error.mjs';

const SOURCES = 'shared/compositor/assembly';
const result = path.join(root, 'out', 'kernels', 'kernels.wasm');
const stamp = path.join(root, 'out', 'kernels', 'kernels.stamp');

/** The caller provides the memory. The stub runtime is sufficient, because the kernels allocate no memory. */
const OPTIONS = ['--importMemory', '--runtime', 'stub', '--noAssert', '--enable', 'simd', '-O3'];

/**
 * Compiles the compositor's kernels to WebAssembly if a source has changed. Throws {@link SetUpError} with the output
 * of the compiler.
 * @param {string} node
 */
export async function buildKernels(node) {
  const recipe = [path.join(root, 'build', 'kernels.mjs'), path.join(root, 'node_modules/assemblyscript/package.json')];
  const expected = fingerprint([...recipe, ...sourcesIn(SOURCES)]);
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === expected) return;
  say('Compiling the compositor kernels …');
  mkdirSync(path.dirname(result), { recursive: true });
  const unfinished = `${result}.new`;
  const args = [toolProgram('asc'), `${SOURCES}/index.ts`, '--outFile', unfinished, ...OPTIONS];
  const { code, output } = await runProgram(node, args);
  if (code !== 0) throw new SetUpError('Compiling the kernels failed:', output.trim());
  renameSync(unfinished, result);
  writeFileSync(stamp, expected);
}
