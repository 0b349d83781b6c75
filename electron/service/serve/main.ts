#!/usr/bin/env node
import { cacheCompiledCode } from '../files/compile-cache.ts';
import { takePrivateUmask } from '../files/private-umask.ts';

// All files that the service and its children write are private to the owner.
takePrivateUmask();
cacheCompiledCode();
const { main } = await import('./serve.ts');
process.exitCode = await main(process.argv.slice(2));
