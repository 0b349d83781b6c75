import { ok } from '../../lib/result.ts';
import { formatDecimal } from '../values/decimal.ts';
import type { Frames } from '../values/frame-rate.ts';
import { type AttributeType, time } from './attribute-types.ts';

/** How long a scene is: a time, or as long as its sounds are. */
export type SceneLength = Frames | 'audio';

const AUDIO = 'audio';

/** A time of at least a frame, or `audio`. */
export function sceneLength(): AttributeType<SceneLength | null> {
  const { parse, pattern } = time({ minimum: 1 });
  return {
    kind: 'time',
    variableType: 'time',
    minimum: 1,
    pattern: `(?:${pattern})|(?:^\\s*${AUDIO}\\s*$)`,
    parse: (text, rate) => (text.trim() === AUDIO ? ok(AUDIO) : parse(text, rate)),
    format: (value) => (typeof value === 'number' ? formatDecimal(value) : AUDIO),
  };
}
