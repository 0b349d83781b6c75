import { expect, test } from 'vitest';
import { withDefaultTexts } from './worded-template.ts';

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

test('variables of text say other things by default, and nothing else of the template changes', () => {
  const german = { greeting: 'Alles „Gute“ & mehr', photo: 'torte.svg', free: 'neu', absent: 'nichts' };
  expect(withDefaultTexts(text, german)).toBe(
    text.replace('default="Happy birthday"', 'default="Alles „Gute“ &amp; mehr"'),
  );
  expect(withDefaultTexts(text, { greeting: 'länger als zwanzig Zeichen' })).toBe(text);
  expect(withDefaultTexts('no template', german)).toBeNull();
});
