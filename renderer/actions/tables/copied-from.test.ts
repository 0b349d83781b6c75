import { beforeEach, expect, test, vi } from 'vitest';
import { projectOfCopy, rememberSourceProject } from './pasted-files.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  const getItem = (key: string) => stored.get(key) ?? null;
  vi.stubGlobal('localStorage', { getItem, setItem: (key: string, value: string) => stored.set(key, value) });
  return () => vi.unstubAllGlobals();
});

test('a copied text is recognized with any line endings', async () => {
  expect(await projectOfCopy('<scenes/>')).toBeNull();
  await rememberSourceProject('spring', '<scenes>\n<scene name="a"/></scenes>');
  expect(await projectOfCopy('<scenes>\r\n<scene name="a"/></scenes>')).toBe('spring');
  expect(await projectOfCopy('<scenes>\n<scene name="b"/></scenes>')).toBeNull();
  await rememberSourceProject('autumn', '<scenes/>');
  expect(await projectOfCopy('<scenes>\n<scene name="a"/></scenes>')).toBeNull();
  expect(await projectOfCopy('<scenes/>')).toBe('autumn');
});
