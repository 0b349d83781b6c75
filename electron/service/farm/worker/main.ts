#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { takePrivateUmask } from '../../files/private-umask.ts';
import { cacheFolder } from '../../files/user-folders.ts';

// All files that the worker and its children write are private to the owner.
takePrivateUmask();
// Enable the compile cache before other modules are loaded, so that later starts are faster.
enableCompileCache(join(cacheFolder(process.env, process.platform), 'compiled'));
const { main } = await import('./worker-program.ts');
process.exitCode = await main(process.argv.slice(2));
