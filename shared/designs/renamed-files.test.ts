import { expect, test } from 'vitest';
import { renamedValues, withRenamedFiles } from './renamed-files.ts';

const text = `<?xml version="1.0"?>
<movie width="640" height="360" framerate="25">
  <resources>
    <font src="title.ttf"/>
    <variable name="photo" type="image" default="photo.jpg" label="photo.jpg"/>
    <variable name="tune" type="sound" default="calm.m4a" choices="calm.m4a: Calm, fast.m4a: Fast"/>
    <variable name="words" type="text" default="photo.jpg"/>
  </resources>
  <!-- photo.jpg -->
  <scene duration="2s"><image src="\${photo}"/><image src="\${other, photo.jpg}"/><image src="photo.jpg"/></scene>
</movie>
`;

test('a renamed file changes only in sources and file defaults', () => {
  const renamed = withRenamedFiles(text, [
    ['photo.jpg', 'photo (2).jpg'],
    ['fast.m4a', 'fast (2).m4a'],
    ['title.ttf', 'title (2).ttf'],
    ['absent.png', 'absent (2).png'],
  ]);
  expect(renamed).toBe(
    text
      .replace('src="title.ttf"', 'src="title (2).ttf"')
      .replace('default="photo.jpg" label', 'default="photo (2).jpg" label')
      .replace('fast.m4a: Fast', 'fast (2).m4a: Fast')
      .replace('other, photo.jpg', 'other, photo (2).jpg')
      .replace('<image src="photo.jpg"/>', '<image src="photo (2).jpg"/>'),
  );
  expect(withRenamedFiles('<movie', [])).toBe(null);
});

test('a renamed file changes in the values of variables', () => {
  expect(renamedValues({ photo: 'a.jpg', words: 'a.jpg and b' }, [['a.jpg', 'b.jpg']])).toEqual({
    photo: 'b.jpg',
    words: 'a.jpg and b',
  });
});

test('renaming a file updates the list items that use it', () => {
  const list = `<movie width="640" height="360" framerate="25">
  <resources>
    <variable name="products" type="list">
      <field name="name" type="text"/>
      <field name="photo" type="image" default="photo.jpg"/>
      <item name="photo.jpg" photo="photo.jpg"/>
      <item name="Tea" photo="tea.jpg"/>
    </variable>
    <variable name="more" type="list" default='[{"photo":"photo.jpg"}]'><field name="photo" type="image"/></variable>
  </resources>
  <scene duration="2s" each="\${products}"><image src="\${item.photo}"/></scene>
</movie>
`;
  expect(withRenamedFiles(list, [['photo.jpg', 'b.jpg']])).toBe(
    list
      .replace('default="photo.jpg"', 'default="b.jpg"')
      .replace('photo="photo.jpg"', 'photo="b.jpg"')
      .replace('"photo":"photo.jpg"', '"photo":"b.jpg"'),
  );
  const values = { products: '[{"name":"Tea","photo":"photo.jpg"}]', tags: '[photo.jpg' };
  expect(renamedValues(values, [['photo.jpg', 'b.jpg']])).toEqual({
    products: '[{"name":"Tea","photo":"b.jpg"}]',
    tags: '[photo.jpg',
  });
});
