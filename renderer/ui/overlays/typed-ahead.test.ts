import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { collectKeys, takeKeys } from './typed-ahead.ts';

type Press = Partial<KeyboardEvent> & Pick<KeyboardEvent, 'key'>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  takeKeys();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Presses keys on the page. Returns the keys that reach the page behind the overlay. */
function press(...presses: readonly (string | Press)[]): readonly string[] {
  return presses.flatMap((each) => {
    const fields = typeof each === 'string' ? { key: each } : each;
    const event = Object.assign(new Event('keydown', { cancelable: true }), fields);
    window.dispatchEvent(event);
    return event.defaultPrevented ? [] : [fields.key];
  });
}

describe('keys that are pressed while an overlay opens', () => {
  test('become its text and do not reach the page', () => {
    collectKeys();
    expect(press('s', 't', 'x', 'Backspace', 'a', 'r', 'Enter')).toEqual([]);
    expect(takeKeys()).toEqual({ text: 'star', isEntered: true });
    expect(press('s')).toEqual(['s']);
  });

  test('reach the page with a modifier, after Escape, after a click, and after a time limit', () => {
    collectKeys();
    expect(press({ key: 's', ctrlKey: true })).toEqual(['s']);
    expect(press('Escape', 't')).toEqual(['Escape', 't']);
    collectKeys();
    window.dispatchEvent(new Event('pointerdown'));
    expect(press('t')).toEqual(['t']);
    collectKeys();
    vi.advanceTimersByTime(10_000);
    expect(press('t')).toEqual(['t']);
    expect(takeKeys()).toEqual({ text: '', isEntered: false });
  });

  test('do not include a repeated Enter of the button that opened the overlay', () => {
    collectKeys();
    expect(press({ key: 'Enter', repeat: true }, 'a')).toEqual([]);
    expect(takeKeys()).toEqual({ text: 'a', isEntered: false });
  });
});
