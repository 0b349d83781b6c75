import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FONT = 'BebasNeue-Regular.ttf';
const folderOf = (part: string) => join(import.meta.dirname, '../../../../designs', part);

/** Returns a template of the given size with a picture, a font, a sound, and variables of the usual types. */
export function greetingXml(width: number, height: number): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<movie width="${width}" height="${height}" framerate="25" background="#102030">
  <resources>
    <font src="${FONT}" family="Head"/>
    <variable name="name" label="Name" type="text" default="Ada" maxlength="40"/>
    <variable name="picture" label="Picture" type="image" default="greeting-cake.svg"/>
    <variable name="accent" label="Colour" type="color" default="#ff8800"/>
  </resources>
  <scene duration="1s" name="Opening" background="\${accent}">
    <image src="\${picture}" width="40%" height="40%"/>
    <text content="Hello \${name}" font="Head" fontsize="40" color="#ffffff">
      <animation type="custom"><key time="0" opacity="0"/><key time="10" opacity="1"/></animation>
    </text>
  </scene>
  <transition type="crossfade" duration="5"/>
  <scene duration="1s" name="Ending"><text content="Bye" fontsize="40"/></scene>
  <audio src="warm.m4a"/>
</movie>
`;
}

export const cake = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" fill="${color}"/></svg>`;

/** Writes a folder in the form of the program's designs, with one design in two sizes. */
export async function writeDesignsFolder(folder: string): Promise<void> {
  for (const part of ['fonts', 'music', 'greeting']) await mkdir(join(folder, part), { recursive: true });
  await copyFile(join(folderOf('fonts'), FONT), join(folder, 'fonts', FONT));
  await copyFile(join(folderOf('music'), 'warm.m4a'), join(folder, 'music', 'warm.m4a'));
  await writeFile(join(folder, 'music', 'unused.m4a'), 'of no use here');
  const files = {
    'design.json': JSON.stringify({
      title: { en: 'Greeting: a card', de: 'Gruß: eine Karte' },
      description: { en: 'A card that moves.' },
      texts: { de: { name: 'Adele' } },
      category: 'people',
      sizes: {
        '9:16': { template: '9x16.xml', posterFrame: 12 },
        '16:9': { template: '16x9.xml', posterFrame: 12 },
      },
      licence: 'CC0-1.0',
    }),
    'data.json': JSON.stringify({
      Default: {},
      Longest: { name: 'Wolfeschlegelsteinhausenbergerdorff', picture: 'greeting-other.svg' },
      Empty: { name: '' },
    }),
    '16x9.xml': greetingXml(320, 180),
    '9x16.xml': greetingXml(180, 320),
    'greeting-cake.svg': cake('#ffffff'),
    'greeting-other.svg': cake('#00ff00'),
    'greeting-draft.svg': cake('#ff0000'),
    'poster-16x9.jpg': 'the poster',
    'poster-16x9.de.jpg': 'das Bild',
    'preview-16x9.mp4': 'the small film',
    'preview-16x9.de.mp4': 'der kleine Film',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, 'greeting', name), content);
}
