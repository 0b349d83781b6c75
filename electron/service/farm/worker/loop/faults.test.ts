import { expect, test } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { whoseFault } from './faults.ts';

test.each([
  ['a store that fails', new ServiceError('destination/failed'), 'surroundings'],
  ['a full disk', new ServiceError('storage/full'), 'surroundings'],
  ['too little memory', new ServiceError('render/memory'), 'machine'],
  ['something that the store lacks', new ServiceError('farm/lacking'), 'machine'],
  ['a bug', new TypeError('no'), 'ours'],
] as const)('%s', (_, error, fault) => {
  expect(whoseFault(error, 1)).toBe(fault);
});

test('what no machine can is the order’s fault in the end; what a store does only much later', () => {
  expect(whoseFault(new ServiceError('render/memory'), 3)).toBe('order');
  expect(whoseFault(new ServiceError('destination/failed'), 3)).toBe('surroundings');
  expect(whoseFault(new ServiceError('destination/failed'), 200)).toBe('order');
});
