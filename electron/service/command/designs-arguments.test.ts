import { expect, test } from 'vitest';
import { parseInvocation } from './arguments.ts';

function parsed(...args: readonly string[]): unknown {
  const result = parseInvocation(args);
  return result.ok ? result.value : result.error;
}

test('`designs` and `new` accept their arguments', () => {
  expect(parsed('designs', '--json')).toEqual({ command: 'designs', json: true });
  const asked = { command: 'new', design: 'quote', folder: 'films', json: false };
  expect(parsed('new', 'quote', 'films')).toEqual({ ...asked, size: null });
  expect(parsed('new', 'quote', 'films', '--size', '9:16')).toEqual({ ...asked, size: '9:16' });
});

test('wrong arguments are refused with one sentence', () => {
  expect(parsed('designs', 'quote')).toBe(
    'unexpected argument quote; to start from a design, use `scenewright new quote FOLDER`',
  );
  expect(parsed('new')).toBe('missing design; `scenewright designs` lists them');
  expect(parsed('new', 'quote')).toBe('missing folder: scenewright new quote FOLDER');
  expect(parsed('new', 'quote', 'films', 'more')).toBe('unexpected argument more: only one design is allowed');
  expect(parsed('new', 'quote', 'films', '--size', '4:3')).toBe('unknown size 4:3; choose from 16:9, 9:16, 1:1');
});
