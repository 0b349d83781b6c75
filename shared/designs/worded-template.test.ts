import { expect, test } from 'vitest';
import { defaultAfterTexts, withDefaultTexts } from './worded-template.ts';

const text = `<movie width="640" height="360" framerate="25">
  <resources>
    <variable name="greeting" type="text"
        default="Happy birthday" maxlength="20"/> <!-- Happy birthday -->
    <variable name="photo" type="image" default="cake.svg"/>
    <variable name="free" type="text"/>
  </resources>
  <scene duration="2s"><text content="\${greeting}"/></scene>
</movie>
`;

test('the translation changes only the defaults of text variables', () => {
  const german = { greeting: 'Alles „Gute“ & mehr', photo: 'torte.svg', free: 'neu', absent: 'nichts' };
  expect(withDefaultTexts(text, german)).toBe(
    text.replace('default="Happy birthday"', 'default="Alles „Gute“ &amp; mehr"'),
  );
  expect(withDefaultTexts(text, { greeting: 'länger als zwanzig Zeichen' })).toBe(text);
  expect(withDefaultTexts('no template', german)).toBeNull();
});

test('the translation includes names of scenes, layers, and sounds', () => {
  const named = `<movie width="640" height="360" framerate="25">
  <resources>
    <variable name="Card" type="text" default="Hello"/>
  </resources>
  <audio src="a.m4a" name="Music"/>
  <scene name="Card" duration="2s"><group name="Card"><text name="Own" content="Card"/></group></scene>
</movie>
`;
  expect(withDefaultTexts(named, { Card: 'Hallo' }, { names: { Card: 'Karte', Music: 'Musik', Text: 'x' } })).toBe(
    named
      .replace('"Hello"', '"Hallo"')
      .replace('name="Music"', 'name="Musik"')
      .replace(
        '<scene name="Card" duration="2s"><group name="Card">',
        '<scene name="Karte" duration="2s"><group name="Karte">',
      ),
  );
});

const list = `<movie width="640" height="360" framerate="25">
  <resources>
    <variable name="language" type="choice" choices="en: English, de: German" default="en"/>
    <variable name="products" type="list">
      <field name="name" type="text" maxlength="6"/>
      <field name="price" type="number"/>
      <item name="Tea" price="4.90"/>
      <item name="Jam" price="2"/>
      <item price="1"/>
    </variable>
  </resources>
  <scene duration="2s" each="\${products}"><text content="\${item.name}"/></scene>
</movie>
`;

test('the translation includes choices and the texts of list items', () => {
  const items = [{ name: 'Tee', price: '9' }, { name: 'Marmelade' }, { name: 'Brot' }, { name: 'Salz' }];
  expect(withDefaultTexts(list, { language: 'de', products: items })).toBe(
    list.replace('default="en"', 'default="de"').replace('name="Tea"', 'name="Tee"'),
  );
  expect(withDefaultTexts(list, { language: 'fr', products: 'Tee' })).toBe(list);
});

test('a movie without a language gets the language of its texts', () => {
  expect(withDefaultTexts('<movie width="64"/>', {}, { language: 'de' })).toBe('<movie width="64" language="de"/>');
  const other = '<movie language="${language}"/>';
  expect(withDefaultTexts(other, {}, { language: 'de' })).toBe(other);
});

test('the default of a variable follows its translation', () => {
  const texts = { greeting: 'Hallo', products: [{ name: 'Tee' }] };
  expect(defaultAfterTexts(texts, 'greeting', 'Hello')).toBe('Hallo');
  expect(defaultAfterTexts(texts, 'photo', 'a.jpg')).toBe('a.jpg');
  expect(defaultAfterTexts(texts, 'products', '[{"name":"Tea","price":"4"},{"name":"Jam"}]')).toBe(
    '[{"name":"Tee","price":"4"},{"name":"Jam"}]',
  );
  expect(defaultAfterTexts(texts, 'products', null)).toBeNull();
});
