#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { takePrivateUmask } from '../../files/private-umask.ts';
import { cacheFolder } from '../../files/user-folders.ts';

// All that the worker and its children write is for its owner alone.
takePrivateUmask();
// What was compiled once is not compiled at each start. Asked for before anything else is loaded.
enableCompileCache(join(cacheFolder(process.env, process.platform), 'compiled'));
const { main } = await import('./worker-program.ts');
process.exitCode = await main(process.argv.slice(2));
