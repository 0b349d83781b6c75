import { describe, expect, test } from 'vitest';
import { createLineTail } from './run-tool.ts';

function tailOf(...chunks: readonly string[]): readonly string[] {
  const tail = createLineTail();
  for (const chunk of chunks) tail.push(Buffer.from(chunk));
  return tail.lines();
}

describe("the tail of a program's output", () => {
  test('joins lines across chunks and includes the unfinished line', () => {
    expect(tailOf('one\ntw', 'o\nthr')).toEqual(['one', 'two', 'thr']);
    expect(tailOf('10%\r20%\r\n')).toEqual(['10%', '20%']);
  });

  test('contains the last 200 lines', () => {
    const lines = tailOf(Array.from({ length: 300 }, (_, index) => `line ${index}\n`).join(''));
    expect(lines.length).toBe(200);
    expect(lines[0]).toBe('line 100');
  });

  test('cuts long lines, even without a line end', () => {
    expect(tailOf(`${'x'.repeat(600)}\n`)).toEqual([`${'x'.repeat(500)}…`]);
    expect(tailOf(...Array.from({ length: 50 }, () => 'y'.repeat(100)))).toEqual([`${'y'.repeat(500)}…`]);
  });

  test('removes escape sequences', () => {
    expect(tailOf('title: \u001b[31mred\u0007 \u202eback\n')).toEqual(['title: [31mred back']);
  });
});
