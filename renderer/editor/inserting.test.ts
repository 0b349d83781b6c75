import { expect, test } from 'vitest';
import { insertItemsCommand } from './inserting.ts';
import { openEditor } from './testing/open-editor.ts';

/** Returns the content of a new QR code in a film with this layer. */
function newContent(layer: string) {
  const text = `<movie width="64" height="64" framerate="25"><scene duration="60">${layer}</scene></movie>`;
  const command = insertItemsCommand(openEditor({ text }).document.state, { kind: 'code' });
  if (command?.type !== 'element/insert') throw new Error('a code inserts an element');
  return command.element.attributes.find(({ name }) => name === 'content')?.value;
}

test('a new QR code contains the variable that looks like a URL', () => {
  expect(newContent('<text content="${title, Hello} ${shop, https://example.org}"/>')).toBe('${shop}');
  expect(newContent('<text content="${shop_url, example.org/a} ${title, Hello}"/>')).toBe('${shop_url}');
});

test('a new QR code has an example URL without such a variable', () => {
  expect(newContent('<text content="${title, Hello} ${link}"/>')).toBe('https://example.org');
  expect(newContent('<image url="${photo, https://example.org/a.png}"/>')).toBe('https://example.org');
});
