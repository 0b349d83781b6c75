// @module-tag full-scale
import { expect, test } from 'vitest';
import { heifFacts } from '#shared/drawings/images/heif-facts.ts';
import { photoSample } from '#shared/drawings/testing/photo-samples.ts';
import { seeded } from '#shared/testing/seeded.ts';
import { convertPhoto } from './convert-photo.ts';

const FILES = 60;

test.each(['heic', 'alphaHeic', 'avif', 'alphaAvif'] as const)(
  'a damaged photo ends only its own thread: %s',
  async (name) => {
    const random = seeded(name.length);
    const whole = photoSample(name);
    for (let file = 0; file < FILES; file++) {
      const bytes = Buffer.from(whole);
      for (let left = 1 + Math.floor(random() * 8); left > 0; left--)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const facts = heifFacts(bytes);
      // An earlier check refuses a header that states a large picture.
      if (facts === null || facts.coded.width * facts.coded.height > 1e6) continue;
      const reply = await convertPhoto({ bytes, facts }, new AbortController().signal);
      expect(reply.ok ? 'converted' : reply.fault).toMatch(/^(?:converted|damaged|coding|slow)$/);
    }
  },
);
