import { expect, test } from 'vitest';
import { missingInTrash } from './trash-panel.tsx';

test('missing assets are found in the trash in any case', () => {
  const missing = [
    { name: 'Sea.mp4', templates: ['Evening', 'Teaser'] },
    { name: 'never.mp4', templates: ['Evening'] },
  ];
  expect(missingInTrash(missing, ['sea.MP4', 'sea.mp4', 'unused.png'])).toEqual([
    { name: 'Sea.mp4', templates: ['Evening', 'Teaser'] },
  ]);
  expect(missingInTrash(missing, ['unused.png'])).toEqual([]);
});
