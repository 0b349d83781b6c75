import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FileName } from './file-name.tsx';

test.each(['bloom-opening-macro-take-03-graded.mp4', 'صورة المنتج الجديد.png', 'תמונת המוצר החדש של הקמפיין.png'])(
  'a file name is one text node: %s',
  (name) => {
    const texts = renderToStaticMarkup(<FileName name={name} />)
      .split(/<[^>]*>/u)
      .filter((text) => text !== '');
    expect(texts).toEqual([name]);
  },
);
