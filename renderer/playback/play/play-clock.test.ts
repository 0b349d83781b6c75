import { expect, test } from 'vitest';
import { clockUntilSound } from './play-clock.ts';

test('the clock of the page stops when a slow audio device starts', () => {
  const device: { state: AudioContextState } = { state: 'suspended' };
  const clock = clockUntilSound(device);
  expect(clock.runs()).toBe(true);
  device.state = 'running';
  expect(clock.runs()).toBe(false);
});
