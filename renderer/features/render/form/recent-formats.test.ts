import { expect, it } from 'vitest';
import { withFormat } from './recent-formats.ts';

it('keeps the last three formats, newest first and without duplicates', () => {
  const formats = ['mp4', 'gif', 'mp4', 'webm', 'mov'].reduce<readonly string[]>(withFormat, []);
  expect(formats).toEqual(['mov', 'webm', 'mp4']);
});
