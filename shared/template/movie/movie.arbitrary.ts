import * as fc from 'fast-check';
import type { ElementNode, TemplateDocument } from '../document/document.ts';
import { documentBuilder } from '../document/document-builder.arbitrary.ts';

const { element, document, comment } = documentBuilder();

const decimal = fc
  .tuple(fc.nat(3), fc.nat(999))
  .map(([whole, thousandths]) => `${whole}.${String(thousandths).padStart(3, '0')}`);
const flag = fc.constantFrom('true', 'false', ' true ', '${flag, true}');
const timeText = fc.oneof(
  fc.integer({ min: 1, max: 500 }).map(String),
  decimal.map((seconds) => `${seconds.replace(/^0\./, '1.')}s`),
  fc.constant('${time, 2s}'),
);
const hex = fc.oneof(
  fc.stringMatching(/^#[0-9a-fA-F]{6}$/),
  fc.stringMatching(/^#[0-9a-f]{3}$/),
  fc.constant('#${hex, fff}'),
);

const effect: fc.Arbitrary<ElementNode> = fc.oneof(
  fc
    .tuple(fc.constantFrom('intensity', 'saturation'), decimal)
    .map(([name, value]) => element('filter', { type: 'saturation', [name]: value })),
  fc
    .record({ color: hex, aperture: fc.constantFrom('0', '1.5', '.7'), enabled: flag }, { requiredKeys: [] })
    .map((values) => element('filter', { type: 'vignette', ...writtenEntries(values) })),
  fc.constantFrom('x', 'y', '${axis, x}').map((axis) => element('transform', { type: 'flip', axis })),
  fc.constant('').map(() => element('filter', { type: 'blur', radius: '3' })),
);

const video: fc.Arbitrary<ElementNode> = fc
  .tuple(
    fc.constantFrom({ url: 'https://example.org/a.mp4' }, { src: 'clip 1.mp4' }, { src: '${clip, b.mp4}' }),
    fc.record(
      { audio: flag, skip: timeText, fit: fc.constantFrom('contain', 'cover', 'stretch'), speed: fc.constant('2') },
      { requiredKeys: [] },
    ),
    fc.array(effect, { maxLength: 3 }),
  )
  .map(([source, values, effects]) => element('video', { ...source, ...writtenEntries(values) }, ...effects));

const scene: fc.Arbitrary<ElementNode> = fc
  .tuple(
    timeText,
    fc.record(
      { name: fc.string().map((text) => text.replaceAll('$', '')), enabled: fc.constant('true') },
      { requiredKeys: [] },
    ),
    fc.array(video, { maxLength: 2 }),
  )
  .map(([duration, values, videos]) => element('scene', { duration, ...writtenEntries(values) }, ...videos));

/** Generates templates without errors. Some of these templates have warnings. */
export const validTemplate: fc.Arbitrary<TemplateDocument> = fc
  .tuple(
    fc.integer({ min: 16, max: 8192 }),
    fc.integer({ min: 16, max: 8192 }),
    fc.constantFrom('30000/1001', '24', '25', '60/1', '240'),
    fc.array(scene, { minLength: 1, maxLength: 4 }),
  )
  .map(([width, height, framerate, scenes]) =>
    document(
      element('movie', { width: String(width), height: String(height), framerate }, comment('a film'), ...scenes),
    ),
  );

/** Returns the entries of a record that have a value. */
function writtenEntries(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
