import type { Cue } from '../../captions/cue.ts';
import { captionAt, type TimedCue, visibleCues } from '../../captions/shown-cues.ts';
import type { TextDrawing } from '../../drawings/drawing/drawing.ts';
import { text } from '../../drawings/testing/some-drawings.ts';
import { required } from '../../lib/assert.ts';
import { resolveTemplate } from '../../resolve/resolve.ts';
import type { CaptionsLayer } from '../../template/movie/movie.ts';
import { CAPTION_LOOKS } from '../../template/tables/captions-attributes.ts';
import { sourceOf } from '../../template-xml/testing/read-source.ts';
import { captionDrawing } from '../caption-drawing.ts';

const RATE = { numerator: 30, denominator: 1 };
export const SAMPLE_FRAME = { width: 360, height: 640 };

/** A sentence in each script. */
export const CAPTION_SCRIPTS = {
  Latin: 'We make a thousand films of one table.',
  Arabic: 'نصنع ألف فيلم من جدول واحد كل يوم',
  Hebrew: 'אנחנו עושים אלף סרטים מטבלה אחת',
  Devanagari: 'हम एक तालिका से हज़ार फ़िल्में बनाते हैं',
  Thai: 'เราทำภาพยนตร์นับพันเรื่องจากตารางเดียว',
} as const;

export interface ShownCaptions {
  readonly layer: CaptionsLayer;
  readonly cues: readonly TimedCue[];
}

/** Returns captions of 90 frames. Their words are spread evenly over the time. */
export function shownCaptions(content: string, attributes: string, inside = ''): ShownCaptions {
  const xml = `<movie width="360" height="640" framerate="30"><scene duration="90"><captions src="a" words="spread" ${attributes}>${inside}</captions></scene></movie>`;
  const { movie } = resolveTemplate(sourceOf(xml).document, { values: new Map(), missing: 'error' });
  const layer = required(movie?.scenes[0]?.layers[0], 'the captions') as CaptionsLayer;
  const cue: Cue = { start: 0, end: 3000, text: content, runs: [], words: [] };
  return { layer, cues: visibleCues([cue], layer, RATE, { from: 0, to: 99 }) };
}

export function captionDrawingAt({ layer, cues }: ShownCaptions, frame: number): TextDrawing {
  const caption = required(captionAt(cues, frame) ?? undefined, 'a caption');
  const { fonts } = text('');
  return captionDrawing(layer, caption, { plain: fonts }, { frame: SAMPLE_FRAME, scale: 1, look: null }, frame);
}

/** Returns drawings of all looks in all scripts, at a frame in which a word changes its state. */
export function captionSamples(): Readonly<Record<string, TextDrawing>> {
  const samples = Object.entries(CAPTION_SCRIPTS).flatMap(([script, content]) =>
    CAPTION_LOOKS.map((look) => {
      const shown = shownCaptions(content, `look="${look}" size="30"`);
      const change = shown.cues[0]?.timedWords?.[1]?.from ?? 30;
      return [`${look}, ${script}`, captionDrawingAt(shown, change)] as const;
    }),
  );
  return Object.fromEntries(samples);
}
