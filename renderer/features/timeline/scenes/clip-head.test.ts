import { describe, expect, test } from 'vitest';
import { headContents } from './clip-head.tsx';

const parts = (
  width: number,
  more: { readonly title?: string; readonly number?: number; readonly signs?: number } = {},
) => headContents({ width, title: 'The ridges turn blue', number: 12, badges: 2, signs: 0, ...more });

describe('the head of a scene’s clip', () => {
  test('contains the name, badges, and duration if they fit', () => {
    expect(parts(200)).toEqual({ label: 'name', badges: true, duration: true });
  });

  test('omits the badges first and the duration next', () => {
    expect(parts(100)).toEqual({ label: 'name', badges: false, duration: true });
    expect(parts(60)).toEqual({ label: 'name', badges: false, duration: false });
  });

  test('contains the number if the name does not fit', () => {
    expect(parts(50)).toEqual({ label: 'number', badges: false, duration: false });
    expect(parts(18)).toEqual({ label: 'number', badges: false, duration: false });
  });

  test('contains a short name completely', () => {
    expect(parts(40, { title: 'End' }).label).toBe('name');
  });

  test('omits a number that does not fit', () => {
    expect(parts(18, { number: 1000 }).label).toBe('none');
    expect(parts(18, { signs: 1 }).label).toBe('none');
  });
});
