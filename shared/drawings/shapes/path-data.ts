import { err, ok, type Result } from '../../lib/result.ts';

/** Characters of path data, and the largest number in it. */
const pathLimits = { length: 262_144, number: 1_000_000 } as const;

/** Numbers that each command takes, once or several times (SVG 2, 9.3). `f` is a flag. */
const OPERANDS: Readonly<Record<string, string>> = {
  M: 'nn',
  L: 'nn',
  H: 'n',
  V: 'n',
  C: 'nnnnnn',
  S: 'nnnn',
  Q: 'nnnn',
  T: 'nn',
  A: 'nnnffnn',
  Z: '',
};

const SPACE = /[\t\n\f\r ]*/y;
const COMMA = /[\t\n\f\r ]*,?[\t\n\f\r ]*/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const FLAG = /[01]/y;

/**
 * Reads SVG path data (SVG 2, 9.3.9) and writes it again, every number apart, so that nobody who reads it has a question left.
 * The error is the place, in UTF-16 units, of what cannot be read, or of a number that is too large.
 */
export function readPathData(data: string): Result<string, number> {
  if (data.length > pathLimits.length) return err(pathLimits.length);
  const reader: Reader = { data, at: 0 };
  const parts: string[] = [];
  take(reader, SPACE);
  while (reader.at < data.length || parts.length === 0) {
    const fault = readCommand(reader, parts);
    if (fault !== null) return err(fault);
    take(reader, SPACE);
  }
  return ok(parts.join(' '));
}

interface Reader {
  readonly data: string;
  at: number;
}

/** Reads a command with all its numbers; answers the place of a fault. */
function readCommand(reader: Reader, parts: string[]): number | null {
  const { data, at: start } = reader;
  const command = data[start] ?? '';
  const operands = OPERANDS[command.toUpperCase()];
  if (operands === undefined || (parts.length === 0 && command.toUpperCase() !== 'M')) return start;
  reader.at += 1;
  parts.push(command);
  take(reader, SPACE);
  if (operands === '') return null;
  do {
    for (const operand of operands) {
      const place = reader.at;
      const text = take(reader, operand === 'f' ? FLAG : NUMBER);
      if (text === null || Math.abs(Number(text)) > pathLimits.number) return place;
      parts.push(text);
      take(reader, COMMA);
    }
  } while (/[\d.+-]/.test(data[reader.at] ?? ''));
  // A comma stands between numbers and never behind the last.
  return /,[\t\n\f\r ]*$/.test(data.slice(start, reader.at)) ? reader.at : null;
}

/** What stands at the place and matches; the place is then behind it. */
function take(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at;
  const taken = pattern.exec(reader.data)?.[0] ?? null;
  if (taken !== null) reader.at += taken.length;
  return taken;
}
