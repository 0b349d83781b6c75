import { expect, test } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { whoseFault } from './run-job.ts';

test.each([
  ['a store that fails', new ServiceError('destination/failed'), 'surroundings'],
  ['a full disk', new ServiceError('storage/full'), 'surroundings'],
  ['too little memory', new ServiceError('render/memory'), 'machine'],
  ['a missing stored file', new ServiceError('farm/lacking'), 'machine'],
  ['a bug', new TypeError('no'), 'ours'],
] as const)('whoseFault classifies %s', (_, error, fault) => {
  expect(whoseFault(error, 1)).toBe(fault);
});

test('a failure becomes the fault of the job after several attempts', () => {
  expect(whoseFault(new ServiceError('render/memory'), 3)).toBe('job');
  expect(whoseFault(new ServiceError('destination/failed'), 3)).toBe('surroundings');
  expect(whoseFault(new ServiceError('destination/failed'), 200)).toBe('job');
});
