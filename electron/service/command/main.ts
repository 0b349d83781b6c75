#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { takePrivateUmask } from '../files/private-umask.ts';
import { cacheFolder } from '../files/user-folders.ts';

// All files of the command and its children are private to the owner. Only output files get the user's umask.
const umask = takePrivateUmask();
// Enable the compile cache before other modules are loaded, so that later starts are faster.
enableCompileCache(join(cacheFolder(process.env, process.platform), 'compiled'));
const { main } = await import('./command-program.ts');
process.exitCode = await main(process.argv.slice(2), umask);
