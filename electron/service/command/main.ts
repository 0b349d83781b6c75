#!/usr/bin/env node
import { cacheCompiledCode } from '../files/compile-cache.ts';
import { takePrivateUmask } from '../files/private-umask.ts';

// All files of the command and its children are private to the owner. Only output files get the user's umask.
const umask = takePrivateUmask();
cacheCompiledCode();
const { main } = await import('./command-program.ts');
process.exitCode = await main(process.argv.slice(2), umask);
