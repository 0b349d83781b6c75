import type { MediaFacts, VideoFacts } from './media-facts.ts';
import { type ColorFacts, canvasOf, colorsIn, colorText } from './picture-facts.ts';

/** A filter of FFmpeg with its options by name or by position. */
type FilterStep = readonly [
  name: 'zscale' | 'format' | 'tonemap',
  options: Readonly<Record<string, string | number>> | readonly string[],
];

/**
 * Returns the filters that map HDR to SDR as players do on a 100-nit display: to linear light and BT.709 primaries,
 * through a filmic curve, and back.
 */
export function toneMapSteps(transfer: Exclude<VideoFacts['transfer'], 'sdr'>): readonly FilterStep[] {
  return [
    ['zscale', { tin: TRANSFERS[transfer], min: '2020_ncl', pin: 2020, t: 'linear', npl: 100 }],
    ['format', ['gbrpf32le']],
    ['zscale', { p: 709 }],
    ['tonemap', { tonemap: 'hable', desat: 0 }],
    ['zscale', { t: 709, m: 709, r: 'limited' }],
  ];
}

/** FFmpeg's names of the transfer functions. */
const TRANSFERS = { pq: 'smpte2084', hlg: 'arib-std-b67' } as const;

/** Checks whether this FFmpeg has the filters of {@link toneMapSteps}. */
export function canToneMap(filters: ReadonlySet<string>): boolean {
  return filters.has('zscale') && filters.has('tonemap');
}

/** Checks whether one of the forms has a transfer function that differs from the beginning of the picture. */
export function changesTransfer({ transfer }: VideoFacts, forms: readonly string[]): boolean {
  return forms.some((form) => (colorsIn(form)?.transfer ?? transfer) !== transfer);
}

/** A range of the picture whose values have the same meaning, in seconds. */
interface ColorSpan {
  readonly colors: ColorFacts;
  readonly from: number;
  readonly until: number;
}

/** Returns the ranges of a picture by color. A picture whose colors never change has one range. */
function colorSpans({ changes }: MediaFacts, video: VideoFacts): readonly ColorSpan[] {
  const starts = [{ colors: video as ColorFacts, from: Number.NEGATIVE_INFINITY }];
  for (const { of, at, form } of changes) {
    const colors = of === 'picture' ? colorsIn(form) : null;
    const last = starts.at(-1)?.colors;
    if (colors !== null && last !== undefined && colorText(colors) !== colorText(last))
      starts.push({ colors, from: at });
  }
  return starts.map((start, index) => ({ ...start, until: starts[index + 1]?.from ?? Number.POSITIVE_INFINITY }));
}

/** The maximum rounding of the time of a change, in seconds. It is shorter than any picture. */
const ROUNDING_SECONDS = 0.0001;

/**
 * Returns the filters that give every frame the colors of the copy. FFmpeg's filters have one input color, so the whole
 * picture is converted once for each color. Then `blend` chooses the result by the time of the frame. If a second file
 * overlaps the first one, its overlapping frames are omitted, because their times belong to the colors of the first
 * file.
 */
function recolored(spans: readonly ColorSpan[], scale: string, isHdr: boolean, pixels: string): string {
  const byColor = [...Map.groupBy(spans, ({ colors }) => colorText(colors)).values()];
  const converted = byColor.map(([first], index) => {
    const steps = first === undefined ? '' : colorSteps(first.colors, scale, isHdr);
    return `[in${index}]${steps},format=${pixels}[out${index}]`;
  });
  const chosen = byColor.slice(1).map((same, index) => {
    const ranges = same.map(({ from, until }) => {
      const end = Number.isFinite(until) ? `*lt(t,${decimal(until - ROUNDING_SECONDS)})` : '';
      return `gte(t,${decimal(from - ROUNDING_SECONDS)})${end}`;
    });
    const output = index + 2 === byColor.length ? '' : `[mix${index + 1}]`;
    const input = index === 0 ? '[out0]' : `[mix${index}]`;
    return `${input}[out${index + 1}]blend=all_mode=normal:all_opacity=0:enable='${ranges.join('+')}'${output}`;
  });
  const inputs = byColor.map((_, index) => `[in${index}]`).join('');
  const inOrder = `select='isnan(prev_selected_t)+gt(t,prev_selected_t)'`;
  return [`${inOrder},split=${byColor.length}${inputs}`, ...converted, ...chosen].join(';');
}

function decimal(seconds: number): string {
  return seconds.toFixed(6);
}

function colorSteps(colors: ColorFacts, scale: string, isHdr: boolean): string {
  const { transfer, range } = colors;
  if (isHdr || transfer === 'sdr') return `${scale}${scaledColors(colors, isHdr ? 'bt2020' : 'bt709')}`;
  // `zscale` reads missing properties only from its first frame, which can have other colors.
  const tagged = `setparams=range=${range}:color_primaries=bt2020:color_trc=${TRANSFERS[transfer]}:colorspace=bt2020nc`;
  const steps = toneMapSteps(transfer).map(([name, options]) => {
    const named = Object.entries(options).map(([key, value]) => `${key}=${value}`);
    return `${name}=${Array.isArray(options) ? options.join(':') : named.join(':')}`;
  });
  return [scale, tagged, ...steps].join(',');
}

/**
 * Returns the options of `scale` that convert the colors to limited range, and a filter that tags the frames. If there is
 * nothing to convert, `scale` leaves the tags of the source, and later filters of FFmpeg 7 would convert by these tags.
 */
function scaledColors({ matrix, range }: ColorFacts, output: 'bt709' | 'bt2020'): string {
  const input = matrix === 'rgb' ? '' : `:in_color_matrix=${matrix}`;
  const tags = `setparams=range=limited:colorspace=${output === 'bt2020' ? 'bt2020nc' : output}`;
  return `${input}:in_range=${range}:out_color_matrix=${output}:out_range=limited,${tags}`;
}

/** The tags of a picture in BT.709. */
export const SDR_TAGS = [
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
];

/** Returns the tags of an HDR picture. */
export function hdrTags({ transfer }: VideoFacts): readonly string[] {
  const curve = transfer === 'pq' ? 'smpte2084' : 'arib-std-b67';
  return ['-colorspace', 'bt2020nc', '-color_primaries', 'bt2020', '-color_trc', curve];
}

/** Returns the pixel format with the most information among the forms, within the limits of encoders. */
function pixelFormatOf({ pixelFormat, hasAlpha, transfer }: VideoFacts, forms: readonly string[]): string {
  if (hasAlpha) return 'yuva444p';
  const all = [pixelFormat, ...forms].join(' ');
  const chroma = /444|rgb|gbr|bgr/.test(all) ? '444' : /422/.test(all) ? '422' : '420';
  const deep = transfer !== 'sdr' || /p(?:9|10|12|14|16)(?:le|be)?\b/.test(all) ? '10le' : '';
  return `yuv${chroma}p${deep}`;
}

/** Returns the filters that give every picture of a source one size, one pixel format, and one color encoding. */
export function steadyPicture(facts: MediaFacts, video: VideoFacts) {
  const forms = facts.changes.filter(({ of }) => of === 'picture').map(({ form }) => form);
  const { width, height, isOneSize } = canvasOf(video, forms);
  const isHdr = video.transfer !== 'sdr' && !changesTransfer(video, forms);
  const fitted = (side: string) => `2*trunc(min(${side})/2+0.5)`;
  const scale = `scale=w='${fitted(`${width},${height}*dar`)}':h='${fitted(`${height},${width}/dar`)}'`;
  const pixels = pixelFormatOf(video, forms);
  const spans = colorSpans(facts, video);
  const filters = [
    ...(video.fields !== null && !isOneSize ? ['bwdif=mode=send_frame:parity=auto:deint=interlaced'] : []),
    ...(spans.length > 1
      ? [recolored(spans, scale, isHdr, pixels)]
      : [`${scale}${isHdr ? '' : scaledColors(video, 'bt709')}`]),
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:${video.hasAlpha ? 'black@0' : 'black'}:eval=frame`,
    'setsar=1',
    `format=${pixels}`,
  ];
  return { filters, pixels, isHdr, keepsFields: video.fields !== null && isOneSize };
}
