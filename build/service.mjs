#!/usr/bin/env node
import process from 'node:process';
import { serviceBundles } from './bundles.mjs';
import { runCommand } from './run-command.mjs';
import { setUp } from './set-up.mjs';
import { runMain } from './set-up-error.mjs';

/** `npm run service`: completes the set-up, and then runs the built service. */
await runMain(async () => {
  const args = process.argv.slice(2);
  const node = await setUp({ build: false, bundles: serviceBundles(args) });
  // npm runs this script in the folder of the package. Relative paths refer to the folder in which the user ran npm.
  return await runCommand(node, args, process.env['INIT_CWD'] ?? process.cwd(), 'service');
});
