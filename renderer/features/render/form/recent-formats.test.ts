import { expect, it } from 'vitest';
import { withFormat } from './recent-formats.ts';

it('the list keeps the last three formats, newest first', () => {
  const formats = ['mp4', 'gif', 'mp4', 'webm', 'mov'].reduce<readonly string[]>(withFormat, []);
  expect(formats).toEqual(['mov', 'webm', 'mp4']);
});
