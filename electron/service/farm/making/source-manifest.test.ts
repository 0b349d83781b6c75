import { describe, expect, test } from 'vitest';
import type { FoundSource, FoundSources } from '#service/engine/plan/locate-sources.ts';
import { DEMUXERS } from '#service/sources/containers/demuxer.ts';
import type { MediaFacts } from '#service/sources/facts/media-facts.ts';
import type { StillFacts } from '#service/sources/facts/still-facts.ts';
import { factsOf } from '#service/testing/plan-film.ts';
import { err, ok } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import { fc } from '#shared/testing/properties.ts';
import { readSourceManifest, sourceManifestText } from './source-manifest.ts';

const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const count = fc.nat();
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });
const text = fc.string({ unit: 'binary' });
const spans = fc.array(fc.record({ from: number, until: number }));

const videoFields = {
  streamIndex: count,
  codec: text,
  decoder: orNull(text),
  codedWidth: count,
  codedHeight: count,
  displayWidth: count,
  displayHeight: count,
  rotation: fc.constantFrom(0, 90, 180, 270),
  pixelFormat: text,
  hasAlpha: fc.boolean(),
  frameRate: orNull(fc.record({ numerator: fc.nat().map((n) => n + 1), denominator: fc.nat().map((n) => n + 1) })),
  startSeconds: number,
  endSeconds: number,
  gaps: spans,
  fields: orNull(fc.record({ first: fc.constantFrom('top', 'bottom'), marked: fc.boolean() })),
  keyFrames: fc.array(number),
  matrix: fc.constantFrom('bt709', 'bt601', 'bt2020', 'smpte240m', 'fcc', 'rgb'),
  range: fc.constantFrom('limited', 'full'),
  transfer: fc.constantFrom('sdr', 'pq', 'hlg'),
};
const video: fc.Arbitrary<NonNullable<MediaFacts['video']>> = fc.oneof(
  fc.record(videoFields),
  fc.record({ ...videoFields, appliedRotation: count }),
);
const damageFields = { from: number, until: orNull(number), there: orNull(count), lacking: orNull(count) };
const damage: fc.Arbitrary<NonNullable<MediaFacts['damage']>> = fc.oneof(
  fc.record(damageFields),
  fc.record({ ...damageFields, several: fc.constant(true) }),
  fc.record({ ...damageFields, of: fc.constant('sound' as const) }),
);
const audio: fc.Arbitrary<NonNullable<MediaFacts['audio']>> = fc.record({
  streamIndex: count,
  codec: text,
  channels: count,
  channelLayout: orNull(text),
  sampleRate: count,
  startSeconds: number,
  endSeconds: number,
  gaps: spans,
  priming: count,
  padding: count,
  leadSeconds: number,
});
const mediaFields = {
  demuxer: fc.constantFrom(...DEMUXERS),
  durationSeconds: number,
  video: orNull(video),
  audio: orNull(audio),
  damage: orNull(damage),
  changes: fc.array(fc.record({ of: fc.constantFrom('picture', 'sound', 'clock'), at: number, form: text })),
};
const media: fc.Arbitrary<MediaFacts> = fc.oneof(
  fc.record(mediaFields),
  fc.record({ ...mediaFields, otherTracks: fc.record({ video: count, audio: count }) }),
);
const NOTHING = { video: null, audio: null, damage: null } as const;
const still: fc.Arbitrary<StillFacts> = fc.oneof(
  fc
    .record({ image: fc.record({ format: text, width: number, height: number }), delays: orNull(fc.array(count)) })
    .map((facts) => ({ ...NOTHING, still: 'image' as const, ...facts })),
  fc.constant({
    ...NOTHING,
    still: 'image' as const,
    image: { format: 'svg', width: 4, height: 3 },
    delays: null,
    drawnBy: 'resvg 0.48.1, colors 1',
  }),
  fc
    .record(
      {
        font: fc.record({
          format: fc.constantFrom('TrueType', 'OpenType', 'WOFF2'),
          family: orNull(text),
          weights: orNull(fc.record({ least: number, most: number })),
          style: orNull(fc.constantFrom('normal', 'italic')),
          isVariable: fc.boolean(),
          hasOnlySvgColors: fc.boolean(),
        }),
        bytes: count,
        packedWeights: fc.record({ least: number, most: number }),
      },
      { requiredKeys: ['font', 'bytes'] },
    )
    .map((facts) => ({ ...NOTHING, still: 'font' as const, ...facts })),
  fc.constant({ ...NOTHING, still: 'table' as const }),
  fc
    .record({
      ignored: fc.array(
        fc.record({ of: fc.constantFrom('font', 'command', 'settings'), line: count, count: fc.integer({ min: 1 }) }),
      ),
      cues: fc.array(
        fc.record({
          start: number,
          end: number,
          text,
          runs: fc.array(
            fc.record({
              start: count,
              end: count,
              isBold: fc.boolean(),
              isItalic: fc.boolean(),
              isUnderlined: fc.boolean(),
            }),
          ),
          words: fc.array(fc.record({ at: count, from: number })),
        }),
      ),
      faults: fc.array(
        fc.record({ of: fc.constantFrom('time', 'order', 'stray', 'long', 'crowd', 'tag', 'entry'), line: count }),
      ),
      faultCount: count,
    })
    .map((captions) => ({ ...NOTHING, still: 'captions' as const, captions })),
);
const digest = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
const found = fc
  .array(
    fc.tuple(
      text,
      fc.oneof(
        fc.record({ sha256: digest, facts: fc.oneof(media, still) }).map((source) => ok<FoundSource>(source)),
        text.map((name) => err({ code: 'source/not-found' as const, says: message('source/lacking-asset', { name }) })),
      ),
    ),
  )
  .map((entries): FoundSources<FoundSource> => new Map(entries));

const one: FoundSources<FoundSource> = new Map([['media a', ok({ sha256: 'a'.repeat(64), facts: factsOf() })]]);

describe('a source manifest', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(found, (sources) => {
        expect(readSourceManifest(sourceManifestText(sources))).toEqual(sources);
      }),
    );
  });

  test('has the same text for the same facts', () => {
    expect(sourceManifestText(new Map(one))).toBe(sourceManifestText(one));
  });

  test.each([
    ['no JSON', 'film'],
    ['another version', sourceManifestText(one).replace(/"version":\d/, '"version":0')],
    ['an extra field', sourceManifestText(one).replace('"codec":', '"more":1,"codec":')],
    ['a missing field', sourceManifestText(one).replace('"rotation":0,', '')],
    ['an invalid digest', sourceManifestText(one).replace('aaaa', '../a')],
    ['a value of another type', sourceManifestText(one).replace('"rotation":0', '"rotation":"0"')],
    ['no end', sourceManifestText(one).slice(0, -5)],
    ['an unknown failure', '{"version":2,"found":[["a",{"code":"source/kind","reason":"no/such","values":{}}]]}'],
  ])('is refused if it has %s', (_, damaged) => {
    expect(readSourceManifest(damaged)).toBeNull();
  });
});
