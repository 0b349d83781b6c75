import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
// The pages of links are a separate program. Its only style sheet defines its own colors.
const sheets = globSync('**/*.css', { cwd: root }).filter(
  (file) => !file.endsWith('tokens.css') && !file.startsWith('link-pages'),
);
const read = (file: string): string => readFileSync(join(root, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');

it('every color in a style sheet comes from a token', () => {
  expect(sheets.length).toBeGreaterThan(50);
  const literal = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|:\s*(?:black|white|red|grey)\b/gi;
  const found = sheets.flatMap((file) => [...read(file).matchAll(literal)].map(([colour]) => `${file}: ${colour}`));
  expect(found).toEqual([]);
});

it('every token that a style sheet uses is defined', () => {
  const tokens = readFileSync(join(root, 'ui/tokens.css'), 'utf8');
  const named = new Set(
    sheets.flatMap((file) => [...read(file).matchAll(/var\((--[a-z\d-]+)\)/g)].map(([, name]) => name)),
  );
  const ofPopups = ['--anchor-width', '--available-width', '--available-height', '--transform-origin'];
  // Some properties, such as the width of a panel, are defined by a component itself, in its style sheet or in `style`.
  const own = new Set(sheets.flatMap((file) => [...read(file).matchAll(/(--[a-z\d-]+):/g)].map(([, name]) => name)));
  const inStyle = globSync('**/*.tsx', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const missing = [...named].filter(
    (name) =>
      name !== undefined &&
      !ofPopups.includes(name) &&
      !tokens.includes(`${name}:`) &&
      !own.has(name) &&
      !inStyle.includes(`'${name}'`),
  );
  expect(missing).toEqual([]);
});

it('no selector with :has() restyles the whole page at each change', () => {
  const selectors = sheets.flatMap((file) =>
    [...read(file).matchAll(/([^{};]*:has\([^{};]*)\{/g)].map(([, selector = '']) => `${file}: ${selector.trim()}`),
  );
  expect(selectors.length).toBeGreaterThan(10);
  // If a part of the selector names no class or element, each change in the matched ancestor restyles all of its
  // descendants.
  const isWide = (selector: string) => /(?:\bhtml|\bbody|:root):has\(|\s(?::has|:not|\*)/.test(selector);
  expect([':root:has(.a) .b', '.a :not(.b):has(c), .d'].every(isWide)).toBe(true);
  expect(selectors.filter(isWide)).toEqual([]);
});
