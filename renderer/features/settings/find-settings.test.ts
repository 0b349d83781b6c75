import { describe, expect, it } from 'vitest';
import { currentSection } from './find-settings.ts';

describe('the current section', () => {
  // The positions of sections in two columns: three on the left and two on the right.
  const page = [
    { name: 'workspace', from: 0, to: 200 },
    { name: 'storage', from: 210, to: 600 },
    { name: 'stores', from: 610, to: 900 },
    { name: 'look', from: 0, to: 300 },
    { name: 'keys', from: 310, to: 2000 },
  ];
  const length = 2000;
  const height = 600;
  const at = (scroll: number, chosen: string | null = null) =>
    currentSection(
      page.map(({ name, from, to }) => ({ name, top: 44 + from - scroll, bottom: 44 + to - scroll })),
      { top: 44, bottom: 44 + height, progress: scroll / (length - height) },
      chosen,
    );

  it('is the first at the start and the last at the end', () => {
    expect([at(0), at(length - height)]).toEqual(['workspace', 'keys']);
  });

  it('is the last of several sections side by side', () => {
    expect(at(150)).toBe('storage');
    expect(at(250)).toBe('keys');
    expect(at(450)).toBe('stores');
  });

  it('is the section that the user chose while it is visible', () => {
    expect(at(0, 'look')).toBe('look');
    expect(at(400, 'look')).toBe('keys');
  });

  it('is null on an empty page', () => {
    expect(currentSection([], { top: 0, bottom: 600, progress: 0 }, 'look')).toBeNull();
  });
});
