import { afterEach, describe, expect, test } from 'vitest';
import { setPageLanguage } from '#renderer/strings/page-language.ts';
import { ProblemError } from '#shared/contract/client.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { detailText, problemWords, reasonText } from './problem-words.ts';

afterEach(() => setPageLanguage('en'));

/** Returns the body of a failed response. */
function failure(code: string, always: string, says: Message) {
  const { code: reason, values } = says;
  return { code, detail: `${always} ${inEnglish(says)}`, reason, values };
}

function thrown(problem: ReturnType<typeof failure>): ProblemError {
  return new ProblemError({ type: '', title: '', status: 422, ...problem, values: { ...problem.values } });
}

const noMemory = failure(
  'render/memory',
  'The film needs more memory than this machine has.',
  message('memory/scene', { width: 8192, height: 4096, format: 'MP4', bytes: 9.1e9, most: 2e9 }),
);
const noBucket = failure(
  'destination/failed',
  'The film was rendered, but the object store didn’t accept it.',
  message('store/no-bucket', { bucket: 'films' }),
);

describe('the translated reason of a failure', () => {
  test('appears with the title and the next step of its code', () => {
    setPageLanguage('de');
    const { title, detail } = problemWords(thrown(noMemory));
    expect(title).toBe('Der Film ist zu groß für diesen Computer');
    expect(detail).toBe('Eine Szene von 8192×4096 als MP4 braucht etwa 9,1 GB; 2,0 GB sind verfügbar.');
  });

  test('appears even if its code has no translation', () => {
    setPageLanguage('de');
    expect(problemWords(thrown(noBucket)).detail).toBe('Der Speicher hat keinen Bucket „films“.');
    expect(detailText(noBucket)).toMatch(/ Der Speicher hat keinen Bucket „films“\.$/);
    expect(reasonText(noBucket)).toBe('Der Speicher hat keinen Bucket „films“.');
  });

  test('is missing for a stored failure without values', () => {
    setPageLanguage('de');
    const { detail } = noBucket;
    expect(reasonText({ detail })).toBe(detail);
  });
});

test('the whole detail of the service appears in English', () => {
  expect(problemWords(thrown(noBucket)).detail).toBe(noBucket.detail);
  expect(detailText(noBucket)).toBe(noBucket.detail);
  expect(reasonText(noBucket)).toBe(noBucket.detail);
});
