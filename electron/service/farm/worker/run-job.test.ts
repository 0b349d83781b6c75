import { expect, test } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { faultOfFailure } from './run-job.ts';

test.each([
  ['a store that fails', new ServiceError('destination/failed'), 'surroundings'],
  ['a full disk', new ServiceError('storage/full'), 'surroundings'],
  ['too little memory', new ServiceError('render/memory'), 'machine'],
  ['a missing stored file', new ServiceError('farm/lacking'), 'machine'],
  ['a bug', new TypeError('no'), 'ours'],
] as const)('faultOfFailure classifies %s', (_, error, fault) => {
  expect(faultOfFailure(error, 1)).toBe(fault);
});

test('a failure becomes the fault of the job after several attempts', () => {
  expect(faultOfFailure(new ServiceError('render/memory'), 3)).toBe('job');
  expect(faultOfFailure(new ServiceError('destination/failed'), 3)).toBe('surroundings');
  expect(faultOfFailure(new ServiceError('destination/failed'), 200)).toBe('job');
});
