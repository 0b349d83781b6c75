import { expect, test } from 'vitest';
import type { BrandKit } from '#shared/brand/brand-kit.ts';
import { literalBrandColors } from '#shared/brand/literal-colors.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { readBrandFile } from './brand-file.ts';
import { brandNameProblem, freeName } from './section-props.ts';
import { brandTemplateText } from './use-in-dialog.tsx';
import { withBrandColor } from './used-section.tsx';

const kit = (name: string): BrandKit => ({ colours: [{ name, value: '#000000' }] });

test('replacing a literal color changes no other color', () => {
  const text =
    '<movie width="64" height="36" framerate="25">\r\n  <!-- #d6332a -->\n  <scene duration="5" background="#d6332a">' +
    '<solid color="#d6332a"/></scene>\n</movie>';
  const colours = [{ name: 'Petal', value: '#D8342B', role: 'accent' }] as const;
  const [found] = literalBrandColors(sourceOf(text).document, colours);
  expect(found && withBrandColor(text, found, colours)).toBe(
    text.replaceAll('"#d6332a"', '"${brand_accent, #d8342b}"'),
  );
  expect(found && withBrandColor(text.replaceAll('#d6332a', '#112233'), found, colours)).toBeNull();
});

test('the first template of a brand is valid without brand values', () => {
  const { document } = sourceOf(brandTemplateText('Open "Saturday" & more', '<From> 10:00'));
  const { movie, findings } = resolveTemplate(document, { values: new Map(), missing: 'error' });
  expect(findings).toEqual([]);
  expect(movie?.scenes[0]?.layers.filter(({ enabled }) => enabled)).toHaveLength(3);
});

test('an invalid brand file is refused with a reason', async () => {
  const words = {
    notUtf8: (line: number, byte: string) => `${line} ${byte}`,
    repeatedName: (path: string) => `twice: ${path}`,
  };
  const read = async (text: BlobPart) => await readBrandFile(new File([text], 'brand.json'), words);
  expect(await read(Uint8Array.of(0x7b, 0x0a, 0x22, 0xfc))).toEqual({ ok: false, error: '2 0xFC' });
  expect(await read(`\uFEFF${JSON.stringify(kit('a'))}`)).toEqual({ ok: true, value: kit('a') });
  expect(await read('{"colours": [{"name": "a", "value": "red"}]}')).toMatchObject({
    ok: false,
    error: expect.stringContaining('colours[1].value'),
  });
  expect((await read('no')).ok).toBe(false);
  expect(await read('{"colours": [], "colours": []}')).toEqual({ ok: false, error: 'twice: colours' });
});

test('a brand name that already exists is refused', () => {
  const words = { nameMissing: 'missing', nameTaken: 'taken' };
  const others = [{ name: 'Colour 2' }];
  expect(['x', ' ', 'colour 2'].map((name) => brandNameProblem(name, others, words))).toEqual([
    null,
    'missing',
    'taken',
  ]);
  expect(freeName((number) => `Colour ${number}`, others)).toBe('Colour 3');
});
