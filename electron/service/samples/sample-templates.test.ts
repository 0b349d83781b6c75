import { expect, it } from 'vitest';
import { parseEditingRecord } from '../../../shared/editing/editing-record.ts';
import { resolveTemplate } from '../../../shared/template/resolve/resolve.ts';
import { readTemplate } from '../../../shared/template-xml/read/read.ts';
import { sampleTexts } from './sample-templates.ts';

it.each(['en', 'de'] as const)('the sample is a whole project in each language: %s', (language) => {
  const { film, greeting } = sampleTexts(language);
  const scenes = [film.xml, greeting.xml].map((xml) => {
    const { source, problems } = readTemplate(xml);
    expect(problems).toEqual([]);
    if (source === null) throw new Error('it cannot be read');
    const { movie } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
    return movie?.scenes.map(({ name }) => name);
  });
  expect(scenes).toEqual(
    language === 'en'
      ? [
          [
            'The sun goes down',
            'The ridges turn blue',
            'A flower before them',
            'Night',
            'The other way round',
            'As it was remembered',
          ],
          ['For Ada', 'The same, seen in a mirror', 'A flower for Ada'],
        ]
      : [
          [
            'Die Sonne geht unter',
            'Die Berge werden blau',
            'Eine Blume davor',
            'Nacht',
            'Andersherum',
            'Wie man sich erinnert',
          ],
          ['Für Ada', 'Dasselbe im Spiegel', 'Eine Blume für Ada'],
        ],
  );
  expect(parseEditingRecord(greeting.record).dataSets).toHaveLength(3);
});
