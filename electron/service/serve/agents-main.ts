#!/usr/bin/env node
import { agentsMain } from './agents-command.ts';
import { mcpMain } from './mcp-bridge.ts';

// The programs of assistants: `mcp` connects one, and `agents` switches them on and off.
const [, , program, ...args] = process.argv;
process.exitCode = program === 'mcp' ? await mcpMain(args) : await agentsMain(args);
