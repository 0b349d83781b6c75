import { describe, expect, test } from 'vitest';
import { german } from '#shared/messages/german.ts';
import { effectRegistry } from '#shared/template/effects/effects.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { catalogues, languages, locales } from './language.ts';
import { registryStrings } from './registry.de.ts';
import type { Registry, SpecWords } from './registry-words.ts';

/** Returns all values of a catalogue with their paths. */
function stringsIn(part: object, path = ''): readonly (readonly [path: string, said: unknown])[] {
  return Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? stringsIn(value, `${path}/${key}`)
      : [[`${path}/${key}`, value] as const],
  );
}

/** English words that do not occur in German sentences. */
const LEFT_OVER = /(?<![\w-])(the|and|with|this|are|cannot|can’t|your|its|from|when|there)(?![\w-])/i;

const germanMessages = stringsIn(german);

describe.each(languages)('the catalogue of %s', (language) => {
  const texts = stringsIn(catalogues[language]);

  test('has the keys of the English catalogue', () => {
    const shape = (all: typeof texts) => all.map(([path, said]) => `${path}: ${typeof said}`).sort();
    expect(shape(texts)).toEqual(shape(stringsIn(catalogues.en)));
  });

  test('has no empty text', () => {
    const silent = texts.filter(([path, said]) => said === '' && !path.endsWith('/next')).map(([path]) => path);
    expect(silent).toEqual([]);
  });
});

test('the German catalogue has no English words', () => {
  const left = stringsIn(catalogues.de).filter(([, said]) =>
    LEFT_OVER.test(typeof said === 'function' ? bodyOf(said) : String(said)),
  );
  expect(left.map(([path]) => path)).toEqual([]);
});

test('the German messages have no English words', () => {
  expect(germanMessages.length).toBeGreaterThan(750);
  const left = germanMessages.filter(([, said]) => typeof said === 'function' && LEFT_OVER.test(bodyOf(said)));
  expect(left.map(([path]) => path)).toEqual([]);
});

/**
 * Values that can have fractions. A message must format them with a function such as `number`, which uses the decimal
 * comma.
 */
const RAW_MEASURE =
  /\$\{(minimum|maximum|min|max|step|seconds|minutes|hours|mebibytes|slowest|fastest|widest|factor|summand)\}|toFixed/;

test('German messages format numbers with a comma', () => {
  const pointed = germanMessages.filter(
    ([, said]) => typeof said === 'function' && (RAW_MEASURE.test(String(said)) || /\d\.\d/.test(bodyOf(said))),
  );
  expect(pointed.map(([path]) => path)).toEqual([]);
});

/** Returns the texts of a function, with placeholders and quoted XML removed. */
function bodyOf(said: { toString(): string }): string {
  const [, ...body] = said.toString().split('=>');
  const texts = body.join('=>').matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)\1/g);
  return [...texts]
    .map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}/g, '…').replaceAll(/\\?`[^`]*`/g, '…'))
    .join(' ');
}

test('differences between revisions have German names', () => {
  const { change } = catalogues.de.revisions;
  const [shape, effect] = [
    { kind: 'element', key: 'shape', label: 'Shape' },
    { kind: 'effect', key: 'saturation', label: 'Saturation' },
  ] as const;
  const values = { before: '10', after: '20' };
  const duration = { kind: 'attribute', key: 'text/duration', label: 'Duration', ...values, isTime: true } as const;
  const intensity = { kind: 'attribute', key: 'saturation/intensity', label: 'Intensity', ...values } as const;
  expect(change({ within: [shape], what: duration })).toBe('Form: Dauer 10 Frames → 20 Frames');
  expect(change({ within: [effect], what: intensity })).toBe('Sättigung: Stärke 10 → 20');
  expect(change({ within: [], what: { kind: 'added', element: effect } })).toBe('Sättigung hinzugefügt');
});

test('German texts have plural forms for zero, one, and two', () => {
  const { de } = catalogues;
  const counted = (say: (count: number) => string) => [0, 1, 2].map(say);
  expect(counted(de.projects.templates)).toEqual(['0 Vorlagen', '1 Vorlage', '2 Vorlagen']);
  expect(counted(de.assets.count)).toEqual(['0 Mediendateien', '1 Mediendatei', '2 Mediendateien']);
  expect(counted(de.timeline.frames)).toEqual(['0 Frames', '1 Frame', '2 Frames']);
  expect(counted(de.app.errors)).toEqual(['0 Fehler', '1 Fehler', '2 Fehler']);
  expect(counted(de.app.warnings)).toEqual(['0 Warnungen', '1 Warnung', '2 Warnungen']);
  expect(counted(de.render.waiting)).toEqual(['0 warten', '1 wartet', '2 warten']);
  expect(counted(de.xmlView.lines)).toEqual(['0 Zeilen', '1 Zeile', '2 Zeilen']);
  expect(counted(de.settings.conflicts)).toEqual(['0 Konflikte', '1 Konflikt', '2 Konflikte']);
});

test('every element, effect, and attribute has German strings', () => {
  const keys = Object.entries({ ...elementRegistry, ...effectRegistry }).flatMap(([name, { attributes }]) => [
    name,
    ...Object.keys(attributes).map((attribute) => `${name}/${attribute}`),
  ]);
  expect(Object.keys(registryStrings).sort()).toEqual(keys.sort());
  for (const { label, description } of Object.values(registryStrings)) expect([label, description]).not.toContain('');
});

test('every choice has a German name', () => {
  const german: Readonly<Record<string, SpecWords>> = registryStrings;
  const entries = Object.entries<Registry[string]>({ ...elementRegistry, ...effectRegistry });
  const without = entries.flatMap(([name, { attributes }]) =>
    Object.entries(attributes).flatMap(([attribute, { type }]) => {
      // The names of effects are translated in another table.
      if (type.kind !== 'choice' || name === 'filter' || name === 'transform') return [];
      const written = (type.options ?? []).map((option) => type.format(option)).filter((each) => each.length > 1);
      return written
        .filter((each) => german[`${name}/${attribute}`]?.options?.[each] === undefined)
        .map((each) => `${name}/${attribute} ${each}`);
    }),
  );
  expect(without).toEqual([]);
});

test('numbers and dates of every language are supported', () => {
  const tags = Object.values(locales).flatMap(({ numbers, dates }) => [numbers, dates]);
  expect(Intl.NumberFormat.supportedLocalesOf(tags)).toEqual([...new Set(tags)]);
});

/** The maximum number of letters that the label column of a form can display. */
const MAX_LABEL = 14;

test('every field label fits into its column', () => {
  const german: Readonly<Record<string, SpecWords>> = registryStrings;
  const entries = Object.entries({ ...elementRegistry, ...effectRegistry });
  const labels = entries.flatMap(([name, { attributes }]) =>
    Object.entries<{ readonly label: string }>(attributes).flatMap(([attribute, { label }]) => [
      label,
      german[`${name}/${attribute}`]?.label ?? label,
    ]),
  );
  expect(labels.filter((label) => label.length > MAX_LABEL)).toEqual([]);
});
