import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { DesignWords } from '#renderer/strings/design-strings.ts';
import { defaultAfterTexts, withDefaultTexts } from '#shared/designs/worded-template.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { attributeValue, elementsOf } from '#shared/template/document/document.ts';
import { isLayer, isScene, isSound } from '#shared/template/tables/roles.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { type Design, readDesigns } from './read-designs.ts';

const designs = await Promise.all(
  (await readDesigns()).map(async (design) => ({ name: design.name, design, words: await wordsOf(design) })),
);

async function wordsOf({ folder }: Design): Promise<DesignWords> {
  return JSON.parse(await readFile(path.join(folder, 'words.de.json'), 'utf8'));
}

test.each(designs)('the German translation has all texts in the form: $name', ({ design, words }) => {
  const groups = new Set<string>();
  const variables = new Map<string, Set<string>>();
  for (const { xml } of design.sizes)
    for (const { name, declaration } of listVariables(sourceOf(xml).document).variables) {
      if (declaration === null) continue;
      if (declaration.group !== null) groups.add(declaration.group);
      const said = [declaration, ...(declaration.list?.fields ?? [])].flatMap(({ label, help, type, choices }) => [
        label,
        help,
        ...(type === 'choice' ? choices.map((choice) => choice.label ?? choice.value) : []),
      ]);
      const texts = variables.get(name) ?? new Set();
      for (const text of said) if (text !== null) texts.add(text);
      variables.set(name, texts);
    }
  expect(Object.keys(words.groups).sort()).toEqual([...groups].sort());
  const translated = Object.entries(words.variables).map(([name, texts]) => [name, Object.keys(texts).sort()]);
  expect(Object.fromEntries(translated)).toEqual(
    Object.fromEntries([...variables].map(([name, texts]) => [name, [...texts].sort()])),
  );
  const inGerman = [words.groups, ...Object.values(words.variables)].flatMap((texts) => Object.values(texts));
  expect(inGerman.filter((text) => text.trim() === '' || text !== text.trim())).toEqual([]);
  // Each heading must have its own translation.
  expect(new Set(Object.values(words.groups)).size).toBe(groups.size);
});

test.each(designs)('the German default texts are valid for their variables: $name', ({ design }) => {
  const texts = design.file.texts?.de ?? {};
  expect(Object.keys(texts).length).toBeGreaterThan(0);
  for (const { xml } of design.sizes) {
    const { variables } = listVariables(sourceOf(xml).document);
    const { variables: german } = listVariables(sourceOf(withDefaultTexts(xml, texts) ?? '').document);
    for (const name of Object.keys(texts)) {
      const written = variables.find((variable) => variable.name === name);
      expect(['text', 'choice', 'list'], name).toContain(written?.declaration?.type);
      const said = german.find((variable) => variable.name === name)?.default;
      expect(said, name).toBe(defaultAfterTexts(texts, name, written?.default ?? null));
    }
  }
});

/** Words that are the same in German and English. */
const ALIKE = new Set(['Name', 'Logo', '1', '2', '3']);

test.each(designs)('the German translation names all scenes and layers: $name', ({ design }) => {
  const called = new Set<string>();
  for (const { xml } of design.sizes)
    for (const element of elementsOf(sourceOf(xml).document.root)) {
      const name =
        isScene(element) || isLayer(element) || isSound(element) ? attributeValue(element, 'name') : undefined;
      // A name with a placeholder comes from the user and needs no translation.
      if (name !== undefined && !ALIKE.has(name) && !name.includes('${')) called.add(name);
    }
  expect(Object.keys(design.file.names?.de ?? {}).sort()).toEqual([...called].sort());
});

test('a variable has the same German name in all designs', () => {
  const known = new Map<string, string>();
  const different: string[] = [];
  for (const { name, words } of designs)
    for (const [variable, texts] of Object.entries(words.variables))
      for (const [written, german] of [...Object.entries(words.groups), ...Object.entries(texts)]) {
        const key = `${variable}: ${written}`;
        if ((known.get(key) ?? german) !== german) different.push(`${name}, ${key}`);
        known.set(key, german);
      }
  expect(known.size).toBeGreaterThan(250);
  expect(different).toEqual([]);
});
