import { expect, test } from 'vitest';
import { parseInvocation } from './arguments.ts';

function parsed(...args: readonly string[]): unknown {
  const result = parseInvocation(args);
  return result.ok ? result.value : result.error;
}

test('designs are listed, and laid into a folder in one size or all', () => {
  expect(parsed('designs', '--json')).toEqual({ command: 'designs', json: true });
  const asked = { command: 'new', design: 'quote', folder: 'films', json: false };
  expect(parsed('new', 'quote', 'films')).toEqual({ ...asked, size: null });
  expect(parsed('new', 'quote', 'films', '--size', '9:16')).toEqual({ ...asked, size: '9:16' });
});

test('what is not meant so is told', () => {
  expect(parsed('designs', 'quote')).toBe('designs: what is quote? `scenewright new quote FOLDER` begins from one');
  expect(parsed('new')).toBe('name a design; `scenewright designs` lists them');
  expect(parsed('new', 'quote')).toBe('say where it goes: scenewright new quote FOLDER');
  expect(parsed('new', 'quote', 'films', 'more')).toBe('one design at a time: what is more?');
  expect(parsed('new', 'quote', 'films', '--size', '4:3')).toBe('no such size: 4:3; there are 16:9, 9:16, 1:1');
});
