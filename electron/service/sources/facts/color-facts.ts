import type { VideoFacts } from './media-facts.ts';
import { type ProbedStream, textField } from './probe-json.ts';

type ColorFacts = Pick<VideoFacts, 'matrix' | 'range' | 'transfer'>;

/** FFmpeg's names of colour spaces (ITU-T H.273, MatrixCoefficients). */
const MATRICES: Readonly<Record<string, VideoFacts['matrix']>> = {
  bt709: 'bt709',
  smpte170m: 'bt601',
  bt470bg: 'bt601',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
  smpte240m: 'smpte240m',
  fcc: 'fcc',
};

/** How the numbers of a picture are to be read as colours, with what players assume where the file does not say. */
export function colorFacts({ fields }: ProbedStream, pixelFormat: string, width: number, height: number): ColorFacts {
  const transfer = transferOf(textField(fields, 'color_transfer'));
  const isRgb = /^(?:0?(?:rgb|bgr)|argb|abgr|gbr|x2rgb|x2bgr|pal8|bayer)/.test(pixelFormat);
  if (isRgb) return { matrix: 'rgb', range: 'full', transfer };
  const wide = transfer !== 'sdr' || textField(fields, 'color_primaries') === 'bt2020';
  const stated = MATRICES[textField(fields, 'color_space')];
  return {
    matrix: stated ?? (wide ? 'bt2020' : untaggedMatrix(width, height)),
    range: rangeOf(textField(fields, 'color_range'), pixelFormat),
    transfer,
  };
}

function transferOf(name: string): ColorFacts['transfer'] {
  if (name === 'smpte2084') return 'pq';
  return name === 'arib-std-b67' ? 'hlg' : 'sdr';
}

/** High definition starts above the 720×576 of European television: mpv's rule. */
function untaggedMatrix(width: number, height: number): ColorFacts['matrix'] {
  return width >= 1280 || height > 576 ? 'bt709' : 'bt601';
}

function rangeOf(stated: string, pixelFormat: string): ColorFacts['range'] {
  if (stated === 'pc') return 'full';
  if (stated === 'tv') return 'limited';
  return /^(?:yuvj|gray|ya8|ya16|mono)/.test(pixelFormat) ? 'full' : 'limited';
}
