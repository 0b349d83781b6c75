import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { mutatedTemplate, piecesOfXml } from './mutated.arbitrary.ts';
import { readTemplate, type TemplateReading } from './read.ts';

const RUNS = { numRuns: 1000 };

/** Checks the properties that every parse result must have. */
function expectSound({ source, problems }: TemplateReading, text: string | null): void {
  if (source === null) expect(problems.length).toBeGreaterThan(0);
  expect(problems.length).toBeLessThanOrEqual(100);
  let before = 0;
  for (const { severity, message, line, range, path } of problems) {
    expect(severity).toBe('error');
    expect(message).toMatch(/\.$/);
    expect(path).not.toMatch(/undefined|null/);
    if (text === null || range === null) continue;
    expect(line).not.toBeNull();
    expect(range.start).toBeGreaterThanOrEqual(before);
    expect(range.end).toBeLessThanOrEqual(text.length);
    before = range.start;
  }
}

/** Returns whether saxes reports no error. saxes ignores lone surrogates. */
function isWellFormedToSaxes(text: string): boolean {
  let errors = 0;
  const parser = new SaxesParser({ forceXMLVersion: true, defaultXMLVersion: '1.0' });
  parser.on('error', () => {
    errors += 1;
  });
  parser.write(text).close();
  return errors === 0;
}

describe('parsing without exceptions', () => {
  test('refuses a mutated template only if it is malformed', () => {
    fc.assert(
      fc.property(fc.oneof(mutatedTemplate, piecesOfXml), (text) => {
        const reading = readTemplate(text);
        expectSound(reading, text);
        if (!text.isWellFormed() || text.includes('<!DOCTYPE')) return;
        const malformed = reading.problems.some(({ code }) => code === 'xml/not-well-formed' || code === 'xml/doctype');
        expect(malformed).toBe(!isWellFormedToSaxes(text));
      }),
      RUNS,
    );
  });

  test('returns a result for any string and any bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => expectSound(readTemplate(text), text)),
      RUNS,
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => expectSound(readTemplate(bytes), null)),
      RUNS,
    );
  });
});
