#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { assertNever } from '#shared/lib/assert.ts';
import { ServiceError } from '../errors/service-error.ts';
import { takePrivateUmask } from '../files/private-umask.ts';
import { serviceVersion } from '../version.ts';
import { asCommandName, type Invocation, parseInvocation } from './arguments.ts';
import { helpText } from './help.ts';
import { printReport } from './shown/print-report.ts';
import { progressDisplay } from './shown/progress-display.ts';
import { CommandError, exitCode, failedReport, failureOf, type Report } from './shown/report.ts';

/**
 * After a first signal everything is being cleared away; whoever then still has to wait so long may have it dropped.
 */
const PATIENCE_MS = 5000;

/*
 * The planning of a long film would have V8 grow what it keeps for young objects to 32 MiB, and it keeps that as long as
 * the film is made, which needs little of it: all of the program takes 39 MiB less so, and not more time.
 */
setFlagsFromString('--semi-space-growth-factor=1');

const cancellation = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, cancel);
// Whoever reads this output may stop at any time; there is nobody left to tell then.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => cancel());

// What the command and its children keep is for its owner alone; files that a person asked for get the person's own.
const umask = takePrivateUmask();

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const invocation = parseInvocation(args);
  if (!invocation.ok) {
    const command = asCommandName(args[0]);
    const message = `${invocation.error} (see scenewright${command === null ? '' : ` ${command}`} --help)`;
    return finish(failedReport({ code: 'command/usage', message, log: [] }), args.includes('--json'));
  }
  switch (invocation.value.command) {
    case 'help':
      process.stdout.write(helpText(invocation.value.topic));
      return 0;
    case 'version':
      process.stdout.write(`${serviceVersion()}\n`);
      return 0;
    default:
      return finish(await run(invocation.value), invocation.value.json);
  }
}

/** Runs the command; every failure that a person is told about becomes a report. */
async function run(invocation: Exclude<Invocation, { readonly command: 'help' | 'version' }>): Promise<Report> {
  try {
    return await dispatch(invocation);
  } catch (error) {
    if (cancellation.signal.aborted) {
      return failedReport({ code: 'command/cancelled', message: 'Canceled.', log: [] });
    }
    if (error instanceof CommandError || error instanceof ServiceError) return failedReport(failureOf(error));
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return failedReport({ code: 'command/internal', message: 'This is a bug in Scenewright.', log: [] });
  }
}

/** Loads no more of the program than the command needs: most of the time of a `validate` is the start. */
async function dispatch(invocation: Exclude<Invocation, { readonly command: 'help' | 'version' }>): Promise<Report> {
  switch (invocation.command) {
    case 'render': {
      using progress = progressDisplay({
        write: (text) => process.stderr.write(text),
        interactive: process.stderr.isTTY && process.env['TERM'] !== 'dumb',
        columns: errorColumns,
        now: () => performance.now(),
      });
      const { signal } = cancellation;
      const { renderCommand } = await import('./render-command.ts');
      const surroundings = {
        folder: process.cwd(),
        environment: process.env,
        umask,
        signal,
        onProgress: progress.show,
      };
      return await renderCommand(invocation, surroundings);
    }
    case 'batch': {
      const { runBatch } = await import('./run-batch.ts');
      return await runBatch(invocation, {
        folder: process.cwd(),
        environment: process.env,
        umask,
        signal: cancellation.signal,
        print: (line) => process.stderr.write(`${line}\n`),
      });
    }
    case 'validate': {
      const { validateCommand } = await import('./validate-command.ts');
      return await validateCommand(invocation, process.cwd());
    }
    case 'variables': {
      const { variablesCommand } = await import('./variables-command.ts');
      return await variablesCommand(invocation.template, process.cwd());
    }
    case 'designs': {
      const { designsCommand } = await import('./designs-command.ts');
      return await designsCommand();
    }
    case 'new': {
      const { newCommand } = await import('./new-command.ts');
      return await newCommand(invocation, { folder: process.cwd(), umask, signal: cancellation.signal });
    }
    case 'fonts': {
      const { fontsCommand } = await import('./fonts-command.ts');
      return await fontsCommand(invocation, {
        folder: process.cwd(),
        environment: process.env,
        signal: cancellation.signal,
        print: (line) => process.stderr.write(`${line}\n`),
      });
    }
    default:
      return assertNever(invocation);
  }
}

function finish(report: Report, json: boolean): number {
  printReport(report, json, {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
    columns: errorColumns,
  });
  return exitCode(report);
}

function cancel(): void {
  if (cancellation.signal.aborted) return;
  cancellation.abort();
  setTimeout(() => process.exit(130), PATIENCE_MS).unref();
}

function errorColumns(): number {
  return (process.stderr.isTTY && process.stderr.columns) || 120;
}
