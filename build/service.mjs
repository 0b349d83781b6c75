#!/usr/bin/env node
import process from 'node:process';
import { serviceBundles } from './bundles.mjs';
import { runCommand } from './run-command.mjs';
import { setUp } from './set-up.mjs';
import { runMain } from './set-up-error.mjs';

/** `npm run service`: does what is missing of the set-up, then runs the built service. */
await runMain(async () => {
  const args = process.argv.slice(2);
  const node = await setUp({ build: false, bundles: serviceBundles(args) });
  // npm runs this in the package's folder; relative paths mean what the person typed, where they typed it.
  return await runCommand(node, args, process.env['INIT_CWD'] ?? process.cwd(), 'service');
});
