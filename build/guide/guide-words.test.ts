import { expect, test } from 'vitest';
import { catalogues } from '#renderer/strings/language.ts';
import { guidePages, readPage } from './guide-documents.ts';

/** Emphasized words in the guide that are not UI texts. */
const stressed = {
  en: [
    // Actions and events at the start of a list item.
    ...['Choose a design', 'Write, and drop your photos', 'Your own.'],
    ...['A source is missing.', 'A render failed.', 'Another window changed the template.', 'The service restarts.'],
    // Terms at their definition.
    ...['brand kit', 'data set', 'expression', 'An empty cell', 'Animated numbers.', 'Lists.', 'Codes.'],
    // Labels of attributes, which come from the attribute tables.
    ...['Chapter', 'Count from', 'Decimals', 'Figures', 'Track', 'First item', 'Last item', 'For each', 'Where'],
    // Numbers of copies on the timeline.
    ...['× 12', '3/12'],
    // A menu item of the operating system.
    'Open with',
  ],
  de: [
    ...['Wählen Sie ein Design', 'Schreiben Sie, und legen Sie Ihre Fotos ab', 'Öffnen Sie das Beispiel'],
    ...['Eine Quelle fehlt.', 'Ein Rendern ist fehlgeschlagen.', 'Ein anderes Fenster hat die Vorlage geändert.'],
    ...['Ausdruck', 'Der Dienst startet neu.', 'Eigene.', 'Eine leere Zelle', 'Film (Konflikt)'],
    ...[
      '× 12',
      '3/12',
      'Für jeden',
      'Listen.',
      'Animierte Zahlen.',
      'Codes.',
      'Dezimalstellen',
      'Spur',
      'In der Spur',
      'Beides',
      'Ziffern',
      'Zählen ab',
    ],
    'Öffnen mit',
  ],
};

/** Returns UI texts with example values, as in the guide. */
const filledIn = (language: keyof typeof catalogues) => {
  const { brand, inspector, batch, render } = catalogues[language];
  return [
    brand.use('Petal'),
    inspector.loudness.normalize('…'),
    batch.renderFilms('12', false),
    render.renderOutdated(3),
  ];
};

test.each(guidePages.filter(({ page }) => page === 'editor'))(
  'the screen shows the names that $file quotes',
  (page) => {
    const { language } = page;
    const onScreen = new Set([...textsIn(catalogues[language]), ...filledIn(language)].map(withoutDots));
    // In German, names of areas and dialogs are in quotation marks.
    const names = readPage(page).sections.flatMap(({ html }) =>
      [...html.matchAll(/<(em|strong)>(.*?)<\/\1>|„(.*?)“/gs)].map(([, , stressedText, quoted]) =>
        (stressedText ?? quoted ?? '').replaceAll(/\s+/g, ' '),
      ),
    );
    expect(names.length).toBeGreaterThan(80);
    const unknown = names.filter((name) => !name.split(' › ').every((part) => onScreen.has(withoutDots(part))));
    // Check that each exception is needed.
    expect([...new Set(unknown)].sort()).toEqual([...stressed[language]].sort());
  },
);

test('the German guide names keys as on a German keyboard', () => {
  const pages = guidePages.filter(({ language }) => language === 'de').map(readPage);
  const text = pages.flatMap(({ sections }) => sections.map(({ title, html }) => `${title} ${html}`)).join(' ');
  expect(text).toContain('Strg+K');
  expect(text.match(/\b(?:Ctrl|Shift|Enter|Space|Del)\b/g)).toBeNull();
});

/** Returns every text of a catalogue that contains no values. */
function textsIn(part: object): readonly string[] {
  return Object.values(part).flatMap((said: unknown) => {
    if (typeof said === 'string') return [said];
    return typeof said === 'object' && said !== null ? textsIn(said) : [];
  });
}

/** Removes the ellipsis of a menu item. The guide omits it in the name of the dialog that the item opens. */
function withoutDots(text: string): string {
  return text.replace(/(?<=.)…$/, '');
}
