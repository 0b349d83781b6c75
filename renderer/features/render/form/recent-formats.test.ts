import { expect, it } from 'vitest';
import { withFormat } from './recent-formats.ts';

it('the list keeps the three most recent formats, newest first', () => {
  const formats = ['mp4', 'gif', 'mp4', 'webm', 'mov'].reduce<readonly string[]>(withFormat, []);
  expect(formats).toEqual(['mov', 'webm', 'mp4']);
});
