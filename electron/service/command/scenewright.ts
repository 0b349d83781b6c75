#!/usr/bin/env node
const OLDEST_NODE = 24;
const [, , first, ...rest] = process.argv;

// The installed program. Nothing of it is loaded before it is known to run here.
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(`scenewright needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  // They have arguments and signals of their own, so they are no commands among the others.
  const named = first === 'help' ? rest[0] : first;
  const args = first === 'help' ? ['--help'] : rest;
  if (named === 'service') {
    const { main } = await import('../serve/serve.ts');
    process.exitCode = await main(args);
  } else if (named === 'worker') {
    const { main } = await import('../farm/worker/worker-program.ts');
    process.exitCode = await main(args);
  } else {
    await import('./main.ts');
  }
}
