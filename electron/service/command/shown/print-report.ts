import { printable } from './display-width.ts';
import { problemText } from './problem-text.ts';
import { type Report, reportJson } from './report.ts';

/** Where a command prints. */
export interface Console {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Width of what `error` prints on. */
  readonly columns: () => number;
}

/** FFmpeg's last words that are worth showing; all that is known of them is in the JSON. */
const LOG_LINES = 12;

export function printReport(report: Report, json: boolean, { out, error, columns }: Console): void {
  if (json) {
    out(`${reportJson(report)}\n`);
    return;
  }
  const { failure, problems, source, lines } = report;
  for (const problem of problems) error(`${problemText(problem, source ?? { name: '', text: '' }, columns())}\n`);
  if (failure !== null) {
    // That there are problems was just said, problem by problem; the number of them is worth a line.
    const code = failure.code === 'command/problems' || failure.code.startsWith('command/') ? '' : `${failure.code}: `;
    error(`scenewright: ${code}${printable(failure.message)}\n`);
    for (const line of failure.log.slice(-LOG_LINES)) error(`    ${printable(line)}\n`);
  }
  for (const line of lines) out(`${printable(line)}\n`);
}
