import { expect, it } from 'vitest';
import { nextStep } from './sound-player.ts';

it('the player prepares sound step by step if decoding is fast', () => {
  expect(nextStep(1.5, 0.6, 0.1)).toBe(1.5);
});

it('the player skips past steps and prepares the current step', () => {
  expect(nextStep(1.5, 60.2, 0.1)).toBe(60);
});

it('the player skips steps that end before they are decoded', () => {
  // Each step takes 0.8 s to decode and lasts 0.5 s. At 4.1 s, a step that starts at 4 s would end before it is
  // decoded.
  expect(nextStep(4, 4.1, 0.8)).toBe(4.5);
});
