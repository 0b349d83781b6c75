import { findMediaTools } from '../ffmpeg/find-tools.ts';
import { thisMachine } from '../ffmpeg/machine.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { cacheFolder } from '../files/user-folders.ts';
import type { BatchInvocation } from './arguments.ts';
import { batchCommand } from './batch-command.ts';
import { rowLine } from './batch-films.ts';
import { type CommandDependencies, renderCommand } from './render-command.ts';
import { printable } from './shown/display-width.ts';
import { problemText } from './shown/problem-text.ts';
import type { Report } from './shown/report.ts';

export interface RunBatchDependencies extends Omit<CommandDependencies, 'onProgress' | 'tools'> {
  /** Prints a line for each row. */
  readonly print: (line: string) => void;
}

/** Runs `batch` with `render` for each row. Finds FFmpeg only once. */
export async function runBatch(args: BatchInvocation, dependencies: RunBatchDependencies): Promise<Report> {
  const { environment, signal } = dependencies;
  let toolsPromise: Promise<MediaTools> | null = null;
  /** The warnings that were already printed: many rows can have the same one. */
  const printed = new Set<string>();
  const tools = (): Promise<MediaTools> => {
    toolsPromise ??= findMediaTools(environment, { signal, cacheFolder: cacheFolder(environment, process.platform) });
    return toolsPromise;
  };
  return await batchCommand(args, {
    ...dependencies,
    machine: thisMachine(),
    onWarning: (warning) =>
      dependencies.print(problemText(warning, { name: warning.file, text: '' }, Number.POSITIVE_INFINITY)),
    onRow: (row, done, total) => {
      dependencies.print(printable(`${done}/${total} ${rowLine(row)}`));
      for (const warning of row.warnings.filter((text) => !printed.has(text))) {
        printed.add(warning);
        dependencies.print(printable(`row ${row.cell?.row ?? row.index}: warning: ${warning}`));
      }
    },
    render: ({ template, values, output }) =>
      renderCommand(
        {
          ...args,
          command: 'render',
          template,
          output,
          variablesFile: null,
          brandFile: null,
          variables: [...values].map(([name, value]) => ({ name, value })),
        },
        { ...dependencies, tools, onProgress: () => undefined },
      ),
  });
}
