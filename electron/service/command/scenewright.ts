#!/usr/bin/env node
const OLDEST_NODE = 24;
const [, , first, ...rest] = process.argv;

// The installed program. Nothing of it is loaded before it is known to run here.
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(`scenewright needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else if (first === 'service' || (first === 'help' && rest[0] === 'service')) {
  // It has arguments and signals of its own, so it is no command among the others.
  const { main } = await import('../serve/serve.ts');
  process.exitCode = await main(first === 'service' ? rest : ['--help']);
} else {
  await import('./main.ts');
}
