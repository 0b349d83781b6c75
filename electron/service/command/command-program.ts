import { assertNever } from '#shared/lib/assert.ts';
import { ServiceError } from '../errors/service-error.ts';
import { serviceVersion } from '../files/version.ts';
import { missingWebAssembly } from '../files/web-assembly.ts';
import { limitYoungGeneration } from '../files/young-generation.ts';
import { asCommandName, type Invocation, parseInvocation, type WatchInvocation } from './arguments.ts';
import { helpText, referenceCommand } from './help.ts';
import { printable } from './shown/display-width.ts';
import { problemText } from './shown/problem-text.ts';
import { progressDisplay } from './shown/progress-text.ts';
import { CommandError, exitCode, failedReport, failureOf, type Report, reportJson } from './shown/report.ts';
import type { WatchEvent } from './watched-table.ts';

/** The maximum time in milliseconds from a signal to the exit of the process. The cleanup runs in this time. */
const EXIT_TIMEOUT_MS = 5000;
const WATCH_EXIT_TIMEOUT_MS = 3000;

const cancellation = new AbortController();
let isWatching = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, cancel);
// Cancel the command if the program that reads the output closes it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => cancel());

/** The maximum number of FFmpeg's log lines that are printed. The JSON contains all lines. */
const LOG_LINES = 12;

/**
 * Runs the command `scenewright` with these arguments and returns the exit code.
 *
 * @param umask The user's umask. Output files get it; all other files are private to the owner.
 */
export async function main(args: readonly string[], umask: number): Promise<number> {
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
    case 'watch': {
      isWatching = true;
      const report = await run(invocation.value, umask);
      if (!invocation.value.json) return finish(report, false);
      // Events are printed one per line, so the report is one line, too.
      process.stdout.write(`${JSON.stringify({ event: 'ended', ...JSON.parse(reportJson(report)) })}\n`);
      return exitCode(report);
    }
    default:
      return finish(await run(invocation.value, umask), invocation.value.json);
  }
}

type RunnableInvocation = Exclude<Invocation, { readonly command: 'help' | 'version' }>;

/** Runs the command. Turns failures that users can fix into a report. */
async function run(invocation: RunnableInvocation, umask: number): Promise<Report> {
  const missing = missingWebAssembly();
  if (missing !== null) return failedReport({ code: 'command/no-webassembly', message: missing, log: [] });
  try {
    return await dispatch(invocation, umask);
  } catch (error) {
    if (cancellation.signal.aborted) {
      return failedReport({ code: 'command/cancelled', message: 'Canceled.', log: [] });
    }
    if (error instanceof CommandError || error instanceof ServiceError) return failedReport(failureOf(error));
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return failedReport({ code: 'command/internal', message: 'This is a bug in Scenewright.', log: [] });
  }
}

/** Runs the command. Each case imports only its own modules, because starting takes most of the time of `validate`. */
async function dispatch(invocation: RunnableInvocation, umask: number): Promise<Report> {
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
      const dependencies = {
        folder: process.cwd(),
        environment: process.env,
        umask,
        signal,
        onProgress: progress.show,
      };
      return await renderCommand(invocation, dependencies);
    }
    case 'batch': {
      limitYoungGeneration();
      const { runBatch } = await import('./batch-command.ts');
      return await runBatch(invocation, {
        folder: process.cwd(),
        environment: process.env,
        umask,
        signal: cancellation.signal,
        print: (line) => process.stderr.write(`${line}\n`),
      });
    }
    case 'watch': {
      limitYoungGeneration();
      const { runWatch } = await import('./watch-command.ts');
      return await runWatch(invocation, {
        folder: process.cwd(),
        environment: process.env,
        umask,
        signal: cancellation.signal,
        onEvent: (event) =>
          invocation.json
            ? process.stdout.write(`${JSON.stringify(event)}\n`)
            : process.stderr.write(`${printable(eventLine(event, invocation))}\n`),
      });
    }
    case 'table': {
      const { tableCommand } = await import('./batch-tables.ts');
      return await tableCommand(invocation, { folder: process.cwd(), signal: cancellation.signal });
    }
    case 'check': {
      const { checkCommand } = await import('./check-command.ts');
      const { signal } = cancellation;
      return await checkCommand(invocation, { folder: process.cwd(), environment: process.env, signal });
    }
    case 'frame':
    case 'sheet': {
      const { frameCommand, sheetCommand } = await import('./picture-command.ts');
      const { signal } = cancellation;
      const dependencies = { folder: process.cwd(), environment: process.env, umask, signal };
      return invocation.command === 'frame'
        ? await frameCommand(invocation, dependencies)
        : await sheetCommand(invocation, dependencies);
    }
    case 'test': {
      limitYoungGeneration();
      const { testCommand } = await import('./test-command.ts');
      const { signal } = cancellation;
      return await testCommand(invocation, { folder: process.cwd(), environment: process.env, umask, signal });
    }
    case 'validate': {
      const { validateCommand } = await import('./template-commands.ts');
      return await validateCommand(invocation, process.cwd());
    }
    case 'variables': {
      const { variablesCommand } = await import('./template-commands.ts');
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
    case 'reference':
      return await referenceCommand(invocation.page);
    default:
      return assertNever(invocation);
  }
}

/** Returns a line for users about an event. */
function eventLine(event: WatchEvent, { rows, output }: WatchInvocation): string {
  switch (event.event) {
    case 'read':
      return `${rows}: ${event.rows} rows`;
    case 'changed': {
      const { added, changed, removed, make } = event;
      return `${added.length} new, ${changed.length} changed, ${removed.length} removed; ${make.length} films to make`;
    }
    case 'row':
      return `${event.key}: ${event.state === 'rendering' ? `making ${event.file}` : (event.error ?? event.file ?? '')}`;
    case 'removed':
      return `${event.key}: removed; ${event.stays ? 'its film stays' : 'its film is in the trash'}`;
    case 'paused':
      return `paused: ${event.message}`;
    case 'problem':
      return event.message;
    case 'idle':
      return `${output}: ${event.current} films up to date, ${event.failed} failed`;
    default:
      return event satisfies never;
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
  // A second signal ends a watch immediately.
  if (cancellation.signal.aborted && isWatching) process.exit(130);
  if (cancellation.signal.aborted) return;
  cancellation.abort();
  setTimeout(() => process.exit(130), isWatching ? WATCH_EXIT_TIMEOUT_MS : EXIT_TIMEOUT_MS).unref();
}

function errorColumns(): number {
  return (process.stderr.isTTY && process.stderr.columns) || 120;
}

/** The outputs of a command. */
export interface Console {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Returns the width of the terminal that `error` prints to. */
  readonly columns: () => number;
}

function printReport(report: Report, json: boolean, { out, error, columns }: Console): void {
  if (json) {
    out(`${reportJson(report)}\n`);
    return;
  }
  const { failure, problems, source, lines } = report;
  for (const problem of problems) error(`${problemText(problem, source ?? { name: '', text: '' }, columns())}\n`);
  if (failure !== null) {
    // Omit the codes of the command's own errors, because their messages are sufficient.
    const code = failure.code === 'command/problems' || failure.code.startsWith('command/') ? '' : `${failure.code}: `;
    error(`scenewright: ${code}${printable(failure.message)}\n`);
    for (const line of failure.log.slice(-LOG_LINES)) error(`    ${printable(line)}\n`);
  }
  for (const line of lines) out(`${printable(line)}\n`);
}
