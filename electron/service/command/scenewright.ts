#!/usr/bin/env node
const OLDEST_NODE = 24;
const [, , first, ...rest] = process.argv;

// The entry point of the installed program. It checks the Node version before it loads other modules.
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(`scenewright needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  // The service and the worker handle their own arguments and signals, so they are separate from the other commands.
  const commandName = first === 'help' ? rest[0] : first;
  const args = first === 'help' ? ['--help'] : rest;
  if (commandName === 'service') {
    const { main } = await import('../serve/serve.ts');
    process.exitCode = await main(args);
  } else if (commandName === 'worker') {
    const { main } = await import('../farm/worker/worker-program.ts');
    process.exitCode = await main(args);
  } else if (commandName === 'mcp') {
    const { mcpMain } = await import('../serve/mcp-bridge.ts');
    process.exitCode = await mcpMain(args);
  } else if (commandName === 'agents') {
    const { agentsMain } = await import('../serve/agents-command.ts');
    process.exitCode = await agentsMain(args);
  } else {
    await import('./main.ts');
  }
}
