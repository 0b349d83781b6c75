import { describe, expect, test } from 'vitest';
import { sampleImage } from '../testing/sample-images.ts';
import { type ImageFacts, imageFacts } from './image-facts.ts';
import { hasAllJpegBlocks } from './jpeg-scans.ts';
import { isWholeImage } from './whole-image.ts';

/** A progressive image of 96 × 64 pixels with 4:2:0 chroma, in ten scans. */
const PROGRESSIVE = [
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQ',
  'YEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCABAAGAD',
  'ASIAAhEBAxEB/8QAGAABAQEBAQAAAAAAAAAAAAAAAgMBAAT/xAAZAQADAQEBAAAAAAAAAAAAAAABAgMEAAX/2gAMAwEAAhADEAAAAfGFsvYifRJk',
  '3hiO1JKbPzurbnaHGy3XjpsWVULCRklihIJ6UwY/Ho21Y93jUqfGPUc1z0zGxnjMx5Wc14K5PXLw8OqopaV2OlrTOMn/xAAcEAADAQEAAwEAAAAA',
  'AAAAAAAAAREQIAIhMEH/2gAIAQEAAQUCg/HbqfExP21R+JCl7/KeyDxPVymUeTldJ9JifF1Y1qZS7cuUb+F2lP/EAB0RAAIDAAIDAAAAAAAAAAAA',
  'AAABAhESAxMQITH/2gAIAQMBAT8BkxyOw2KViHMv34X0s7BciZZs2bE0XRo2KYpGqP/EAB0RAAICAwADAAAAAAAAAAAAAAABAgMREhMQIUH/2gAI',
  'AQIBAT8BjF+GjU5+h1kKx1kq8nFigzR/SMTmSrwRiOs1bNGhDhkVeDGCMT//xAAUEAEAAAAAAAAAAAAAAAAAAABg/9oACAEBAAY/AkH/xAAfEAAC',
  'AgIDAQEBAAAAAAAAAAAAAREhMUEQUWFxgfD/2gAIAQEAAT8hg6Y+4geHImXY7smKfAmmlooiccJaVkwX9DU6wSR1Yk7FHYs0L+o9EJpoUrhT0HLI',
  'jT84ojAhO+D8FJ90TYyMjabgZOD8ouqMFekwNwSLYnEpmtFQN3gZ2JwK2NWZeBrgYVxPhbIogalFMnmyS1+G9GMSenCXZS7HXwVIgmMMUhGRMyhf',
  'hjJiyZzgQjATs9FsPsj/2gAMAwEAAgADAAAAEOWhA6WJSVZG+O3j4qbw3glzkf/EABwRAQEBAAMAAwAAAAAAAAAAAAEAIRARMUFRYf/aAAgBAwEB',
  'PxDseySEY3X7h9SHRvgjvPxsYsbGM4LOlpgG80UMeoR5d5sPs+l//8QAGhEBAQEBAQEBAAAAAAAAAAAAAQARITFBYf/aAAgBAgEBPxABsimED4X6',
  'I1FDbEsPlo5ctsHWA/E643Xtt2X7Amx2TAGY+x+ZYoQvb//EACUQAQACAgICAgICAwAAAAAAAAEAESExQVFhcZGxgfCh4cHR8f/aAAgBAQABPxC0',
  'iV3yso5GeNxtDRNN3KizW9wuqg3xnHMZyFaa3eY7D5/uJ2r81KEXDUul4vrx1maq0Pll+seJmQiU/wBTMNnDUTUa+HxEHwJ+1FAJWLov94lqS8Cy',
  'miBbpfqJci9PjcubFWp1M+rQzaS1p7irNhQfmAB3V5iQlb7r4ma4827lDBre9SqG11dkSKLajMsLsWuOoOBcrz/qJM59SoDQaxzMgwPGYs27gspp',
  'aoYJ3QYLwyxjZnk1Kpop083C2VnDmIi3ebxUq84dDLB2AQwVhgOwb11Lo2dP0jkQrPRcqVduHEzaaq/WZWB4wViBcadVcbbGHl8S7NlVsqMcBfcr',
  '3hivxNFDCsBvLN/9jFhF8Yv1BMmR1zzMG6vcxN0Vl8zDVsqm27iJUXdXRmUWZa9zp7VvEWi38QrkLtrEyg4uggRSKxmCBQsZKlZC10rccI7FL9xM',
  'n2EygjykLqjlzuqhZeD7/wAxUbF7idjB4zDeZuwzMQIC3mUuqKX9/Mo4UPXcXvh6TUyi+Kv6lLK2m8QqpemMRWh9IKCjXkiFXBslubo1DRQvidjZ',
  '9E4mTwS0EOOSphsrxZxCUu9nXc//2Q==',
].join('');

const factsOf = (file: Uint8Array): ImageFacts => {
  const facts = imageFacts(file);
  if (facts === null) throw new Error('no image');
  return facts;
};
const isComplete = (file: Uint8Array): boolean => hasAllJpegBlocks(file, factsOf(file));

const images: readonly (readonly [kind: string, file: Uint8Array])[] = [
  ['baseline', sampleImage('jpeg')],
  ['progressive', Uint8Array.from(atob(PROGRESSIVE), (character) => character.charCodeAt(0))],
];

/** Returns the middle third of the longest scan. */
function middleOf(file: Uint8Array): readonly [start: number, end: number] {
  let [best, length] = [0, 0];
  for (let at = file.indexOf(0xda); at >= 0; at = file.indexOf(0xda, at + 1)) {
    if (file[at - 1] !== 0xff) continue;
    let end = at + 1;
    while (file[end] !== 0xff || file[end + 1] === 0) end += 1;
    if (end - at > length) [best, length] = [at, end - at];
  }
  return [best + Math.floor(length / 3), best + Math.floor((2 * length) / 3)];
}

describe.each(images)('a %s JPEG', (_, file) => {
  const [start, end] = middleOf(file);

  test('is complete if it is unchanged', () => {
    expect(isComplete(file)).toBe(true);
  });

  test('is damaged if a run of zeros replaces a part of it', () => {
    const zeros = file.slice().fill(0, start, end);
    expect(isComplete(zeros)).toBe(false);
    expect(isWholeImage(zeros, factsOf(file))).toBe(false);
  });

  test('is damaged if a part of a scan is missing', () => {
    expect(isComplete(Uint8Array.of(...file.subarray(0, start), ...file.subarray(end)))).toBe(false);
  });
});

/** Returns a gray image with a single row of blocks. Each block is in a separate segment and takes two bits. */
function segmented(blocks: number, numbers: readonly number[]): Uint8Array {
  const table = (place: number) => [0xff, 0xc4, 0, 20, place, 1, ...Array(15).fill(0), 0];
  return Uint8Array.of(
    ...[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8 * blocks, 1, 1, 0x11, 0],
    ...[...table(0), ...table(0x10), 0xff, 0xdd, 0, 4, 0, 1, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f],
    ...numbers.flatMap((number) => [0xff, 0xd0 + number, 0x3f]),
    ...[0xff, 0xd9],
  );
}

test.each([
  ['all', 10, [0, 1, 2, 3, 4, 5, 6, 7, 0], true],
  ['the last one lacking', 10, [0, 1, 2, 3, 4, 5, 6, 7], false],
  ['one in the middle lacking', 10, [0, 1, 2, 4, 5, 6, 7, 0], false],
  ['eight lacking', 11, [0, 1], false],
  ['two exchanged', 4, [1, 0, 2], false],
  ['one too many', 3, [0, 1, 2], true],
  ['many too many', 3, [0, 1, 2, 3, 4], false],
])('restart markers divide a picture into segments: %s', (_, blocks, numbers, expected) => {
  expect(isComplete(segmented(blocks, numbers))).toBe(expected);
});

test('the scan of a flat picture can consist of zeros', () => {
  const file = segmented(1, []);
  const flat = [...file.slice(0, -3)].with(10, 255);
  const interval = flat.lastIndexOf(0xdd);
  // The same 32 blocks of two zero bits, without restart markers.
  const whole = Uint8Array.of(...flat.with(interval + 4, 0), ...Array(8).fill(0), 0xff, 0xd9);
  expect(isComplete(whole)).toBe(true);
});

test('a JPEG can have bytes after its last block', () => {
  const [, file] = images[0] ?? ['', new Uint8Array()];
  expect(isComplete(Uint8Array.of(...file.subarray(0, -2), 1, 2, 3, 0xff, 0xd9))).toBe(true);
});

test('a JPEG with a second frame is damaged', () => {
  const file = segmented(2, [0]);
  const frame = file.subarray(2, 15);
  expect(isComplete(Uint8Array.of(...file.subarray(0, 15), ...frame, ...file.subarray(15)))).toBe(false);
});
