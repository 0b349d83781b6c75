import { expect, test } from 'vitest';
import { designLanguages } from '#shared/designs/design-file.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { filmXml, greetingXml } from './sample-templates.ts';
import { sampleWords } from './sample-words.ts';

test.each(designLanguages)('the samples are valid and keep their lengths: %s', (language) => {
  const words = sampleWords[language];
  const lengths = [filmXml(words), greetingXml(words)].map((xml) => {
    const { movie, findings } = resolveTemplate(sourceOf(xml).document, { values: new Map(), missing: 'error' });
    expect(findings).toEqual([]);
    return movie === null ? null : buildTimeline(movie).length;
  });
  expect(lengths).toEqual([450, 250]);
});
