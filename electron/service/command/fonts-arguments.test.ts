import { expect, test } from 'vitest';
import { fontsArguments, referenceArguments } from './fonts-arguments.ts';

const usual = { command: 'fonts', name: 'cjk', from: null, registry: null, json: false };

function parsed(...args: readonly string[]): unknown {
  const result = fontsArguments(args);
  return result.ok ? result.value : result.error;
}

test('`fonts` accepts `list`, `add`, and `remove`', () => {
  expect(parsed('list', '--json')).toEqual({ ...usual, action: 'list', name: null, json: true });
  expect(parsed('remove', 'cjk')).toEqual({ ...usual, action: 'remove' });
  expect(parsed('add', 'cjk', '--from', 'a', '--from', 'b')).toEqual({ ...usual, action: 'add', from: ['a', 'b'] });
  expect(parsed('add', 'cjk', '--registry', 'https://npm.example')).toMatchObject({ registry: 'https://npm.example' });
});

test('wrong arguments are refused with one sentence', () => {
  expect(parsed()).toBe('missing action: list, add, remove');
  expect(parsed('add')).toBe('missing package name; choose from cjk');
  expect(parsed('add', 'emoji')).toBe('unknown package emoji; choose from cjk');
  expect(parsed('list', 'cjk')).toBe('fonts list: unexpected argument cjk');
  expect(parsed('remove', 'cjk', '--from', 'a')).toBe('--from and --registry are options of `fonts add` only');
  expect(parsed('add', 'cjk', '--from', 'a', '--registry', 'b')).toBe('use --from or --registry, not both');
});

test('`reference` accepts one name', () => {
  expect(referenceArguments([])).toMatchObject({ value: { command: 'reference', page: null, json: false } });
  expect(referenceArguments(['text', '--json'])).toMatchObject({ value: { page: 'text', json: true } });
  expect(referenceArguments(['text', 'image'])).toMatchObject({
    error: 'unexpected argument image: only one name is allowed',
  });
});
