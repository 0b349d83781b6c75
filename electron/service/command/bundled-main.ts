#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { cacheCompiledCode } from '../files/compile-cache.ts';
import { takePrivateUmask } from '../files/private-umask.ts';
import { runWarm } from '../files/warm-code.ts';

// The entry point of the bundle. It is the same as `main.ts`, but the program is a bundle of CommonJS, which starts
// faster.
const umask = takePrivateUmask();
const folder = cacheCompiledCode();
const program = fileURLToPath(new URL('./program.cjs', import.meta.url));
const { main } = runWarm(program, folder) as typeof import('./command-program.ts');
process.exitCode = await main(process.argv.slice(2), umask);
