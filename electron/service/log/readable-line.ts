const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: '',
  40: 'warning: ',
  50: 'error: ',
  60: 'fatal: ',
};

/** One of pino's lines as a person reads it: time, what, and what belongs to it. */
export function readableLine(line: string): string {
  const { time, level, msg, err, id, method, path, status, ms, bytes, ...rest } = JSON.parse(line) as Readonly<
    Record<string, unknown>
  >;
  const clock = String(time).slice(11, 19);
  const request = method === undefined ? '' : `${method} ${path} ${status} ${ms} ms ${bytes} B`;
  const what = request === '' ? String(msg) : msg === 'request' ? request : `${msg}: ${request}`;
  const others = Object.entries(rest).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const label = id === undefined ? '' : ` #${id}`;
  return `${clock} ${levels[Number(level)] ?? ''}${printable(what)}${printable(others.join(''))}${printable(label)}${errorText(err)}\n`;
}

function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { stack, message } = error as { readonly stack?: unknown; readonly message?: unknown };
  return `\n${String(stack ?? message)
    .split('\n')
    .map((line) => `    ${printable(line)}`)
    .join('\n')}`;
}

/** What was asked for may not steer the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}');
}
