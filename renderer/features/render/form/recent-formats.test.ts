import { expect, it } from 'vitest';
import { withFormat } from './recent-formats.ts';

it('the last three formats are kept, the newest first and each once', () => {
  const formats = ['mp4', 'gif', 'mp4', 'webm', 'mov'].reduce<readonly string[]>(withFormat, []);
  expect(formats).toEqual(['mov', 'webm', 'mp4']);
});
