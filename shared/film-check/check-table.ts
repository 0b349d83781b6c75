/** The severities of findings. A notice never changes the verdict. */
export const CHECK_SEVERITIES = ['error', 'warning', 'notice'] as const;
export type CheckSeverity = (typeof CHECK_SEVERITIES)[number];

/**
 * The data that a check needs: the geometry of layers (G), composed pictures (P), sound (S), or the finished file (F).
 */
export type CheckSource = 'G' | 'P' | 'S' | 'F';

/** The levels of a check. `quick` uses only the geometry; `full` also uses pictures and sound. */
export const CHECK_LEVELS = ['quick', 'full'] as const;
export type CheckLevel = (typeof CHECK_LEVELS)[number];

/** The version of the checks. Results of different versions are not comparable. */
export const CHECKS_VERSION = '2026-12-6';

/** A check: its data, its possible severities from the worst, and its thresholds. */
interface CheckSpec {
  readonly source: CheckSource;
  readonly severities: readonly CheckSeverity[];
  readonly thresholds: Readonly<Record<string, number>>;
  /** Whether the check runs only for platforms that the caller requests. */
  readonly ofPlatform?: true;
  /** Whether the check runs only if the caller requests its code. */
  readonly optional?: true;
  /** The rule as one sentence for the documentation. */
  readonly rule: string;
}

/** All checks of a film. Do not change codes, because scripts and templates contain them. */
export const filmChecks = {
  'text/too-short': {
    source: 'G',
    severities: ['warning', 'notice'],
    // Netflix: up to 20 characters per second for adults. BBC: 160 to 180 words per minute, plus a third for titles.
    thresholds: { unitsPerSecond: 20, secondsPerWord: 0.25, start: 0.4, least: 0.8, short: 0.3, warning: 0.75 },
    rule: 'A text is visible long enough to be read.',
  },
  'text/off-frame': {
    source: 'G',
    severities: ['error', 'warning'],
    thresholds: { warning: 0.02, error: 0.2 },
    rule: 'The letters of a resting text are inside the frame.',
  },
  'text/unsafe-area': {
    source: 'G',
    severities: ['warning', 'notice'],
    // EBU R 95, ITU-R BT.1848-1: the action-safe area begins 3.5 % from the edges, and the graphics-safe area 5 %.
    thresholds: { warning: 0.035, notice: 0.05, slack: 2, widest: 0.9 },
    rule: 'A resting text keeps 5 % of the frame free at each edge. Not for films taller than wide, unless it is named.',
  },
  'text/under-overlay': {
    source: 'G',
    severities: ['warning'],
    thresholds: { share: 0.1, seconds: 0.5 },
    ofPlatform: true,
    rule: 'The controls of the platform do not cover a text or a logo.',
  },
  'text/cut': {
    source: 'G',
    severities: ['error', 'warning'],
    thresholds: { warning: 0.02, error: 0.25 },
    rule: 'A text fits into its box, its lines, and the boxes of its groups.',
  },
  'text/overlap': {
    source: 'G',
    severities: ['warning'],
    // `ink`: the fraction of letters that overlap. The quick level compares the boxes of lines instead.
    thresholds: { share: 0.05, seconds: 0.3, ink: 0.01 },
    rule: 'Two texts do not overlap.',
  },
  'text/low-contrast': {
    source: 'P',
    severities: ['error', 'warning'],
    // WCAG 2.2, 1.4.3: 3:1 for letters of 24 pixels, or of 18.66 pixels with weight 700; otherwise 4.5:1. Sizes are on
    // a phone. `seconds`: the minimum time in which the lightest or the darkest picture makes a text unreadable.
    thresholds: {
      ...{ large: 3, small: 4.5, largeSize: 24, boldSize: 18.66, boldWeight: 700, outline: 0.04 },
      ...{ worst: 0.05, least: 2, share: 0.4, error: 1.5, seconds: 0.3 },
    },
    rule: 'A text has a contrast of 4.5 to the picture behind it, and of 3 if its letters are large.',
  },
  'text/covered': {
    source: 'P',
    severities: ['error', 'warning'],
    // `least` and `share`: the minimum number and fraction of measured frames in which other layers cover the letters.
    thresholds: { difference: 2, warning: 0.1, error: 0.6, least: 2, share: 0.5 },
    rule: 'Other layers do not cover the letters of a text.',
  },
  'text/tiny': {
    source: 'G',
    severities: ['warning', 'notice'],
    // Sizes on a phone that displays a tall or square film 390 pixels wide, and a wide film 844 pixels long.
    thresholds: { warning: 9, notice: 12, phoneWidth: 390, phoneLength: 844 },
    rule: 'The letters of a resting text are at least 12 pixels high on a phone.',
  },
  'text/missing-glyph': {
    source: 'G',
    severities: ['warning'],
    thresholds: {},
    rule: 'The fonts of a text have all of its characters.',
  },
  'captions/too-fast': {
    source: 'G',
    severities: ['error', 'warning', 'notice'],
    // Netflix: 17 characters per second in the template guide; 20 for adults in the later guide.
    thresholds: { notice: 17, warning: 20, error: 30 },
    rule: 'A caption has at most 17 characters per second.',
  },
  'captions/lines': {
    source: 'G',
    severities: ['warning', 'notice'],
    // Netflix: two lines of 42 characters. BBC: 68 % of the width of a 16:9 frame.
    thresholds: { lines: 2, units: 42, ideographs: 32, widest: 0.9, wide: 0.68 },
    rule: 'A caption has at most two lines of 42 characters and fits into 90 % of the width.',
  },
  'captions/timing': {
    source: 'G',
    severities: ['warning', 'notice'],
    // Netflix: 5/6 to 7 seconds, and two frames between captions.
    thresholds: { shortest: 5 / 6, longest: 7, gap: 2, cut: 3 },
    rule: 'Captions last 5/6 to 7 seconds, follow one another, and keep to the cuts.',
  },
  'picture/flash': {
    source: 'P',
    severities: ['error', 'notice'],
    // WCAG 2.2, general flash: a change of the luminance by 0.1 with the darker one below 0.8, on a quarter of 341×256
    // pixels of 1024×768.
    thresholds: { luminance: 0.1, darker: 0.8, width: 341, height: 256, share: 0.25, perSecond: 3 },
    rule: 'The picture flashes at most three times per second on a large area (WCAG 2.3.1).',
  },
  'picture/flash-red': {
    source: 'P',
    severities: ['error', 'notice'],
    // WCAG 2.2, red flash: a change of the chromaticity u′v′ by 0.2 from or to a red whose fraction of the light is at
    // least 0.8.
    thresholds: { chromaticity: 0.2, saturation: 0.8, perSecond: 3 },
    rule: 'The picture changes to or from saturated red at most three times per second (WCAG 2.3.1).',
  },
  'picture/black': {
    source: 'P',
    severities: ['error', 'warning', 'notice'],
    // 98 % of the pixels, as in FFmpeg's filter blackdetect. `lit`: the fraction of brighter pixels that a small title
    // has. A fade passes it in less than `litSeconds`.
    thresholds: {
      ...{ brightness: 20, share: 0.98, seconds: 0.5, edgeSeconds: 1 },
      ...{ lit: 0.0005, litBrightness: 96, litSeconds: 0.3 },
    },
    rule: 'The picture is not black for half a second, or for a second at the start and the end.',
  },
  'picture/frozen': {
    source: 'P',
    severities: ['warning', 'notice'],
    thresholds: { seconds: 5, videoSeconds: 1 },
    rule: 'The picture changes within five seconds, and within a second if a video plays.',
  },
  'picture/first-frame': {
    source: 'P',
    severities: ['warning', 'notice'],
    thresholds: {},
    rule: 'The first frame shows something, because a feed shows it before the film plays.',
  },
  'picture/upscaled': {
    source: 'G',
    severities: ['error', 'warning'],
    thresholds: { resting: 1.5, moving: 2, error: 3 },
    rule: 'An image or a video is not enlarged to more than 1.5 times its pixels.',
  },
  'picture/stretched': {
    source: 'G',
    severities: ['warning'],
    thresholds: { share: 0.03 },
    rule: 'An image or a video keeps its aspect ratio.',
  },
  'picture/edge-gap': {
    source: 'G',
    severities: ['warning'],
    // `luminance`: the minimum difference of a visible strip. The quick level reports every strip.
    thresholds: { covered: 0.9, strip: 0.03, seconds: 0.2, luminance: 0.02 },
    rule: 'A layer that nearly fills the frame leaves no thin strip at an edge.',
  },
  'sound/silent': {
    source: 'S',
    severities: ['warning', 'notice'],
    // The defaults of FFmpeg's filter silencedetect. A window lasts 400 ms.
    thresholds: { decibels: -60, seconds: 2, window: 0.4 },
    rule: 'A film with sounds is not silent for two seconds between them.',
  },
  'sound/peak': {
    source: 'S',
    severities: ['error', 'warning'],
    // EBU R 128: at most -1 dBTP. True peak of ITU-R BS.1770-4, Annex 2.
    thresholds: { warning: -1, error: 0 },
    rule: 'The true peak of the sound is at most −1 dBTP.',
  },
  'sound/loudness': {
    source: 'S',
    severities: ['warning', 'notice'],
    // EBU R 128 s2 permits 1 to 2 LU.
    thresholds: { tolerance: 2, quietest: -30, loudest: -8 },
    rule: 'The loudness is within 2 LU of the target of the film or the platform; without one, from −30 to −8 LUFS.',
  },
  'sound/phase': {
    source: 'S',
    severities: ['warning'],
    thresholds: { correlation: -0.3, seconds: 2, decibels: -40, loss: 6, window: 0.4 },
    rule: 'The sides of the sound do not cancel each other out on a device with one loudspeaker.',
  },
  'sound/one-sided': {
    source: 'S',
    severities: ['warning'],
    thresholds: { decibels: 20, share: 0.9 },
    rule: 'Both sides of the sound are audible.',
  },
  'sound/cut-off': {
    source: 'S',
    severities: ['notice'],
    thresholds: { decibels: -30, seconds: 0.05 },
    rule: 'The sound fades before the film ends.',
  },
  'delivery/length': {
    source: 'G',
    severities: ['error', 'notice'],
    thresholds: {},
    ofPlatform: true,
    rule: 'The platform accepts the length of the film.',
  },
  'delivery/shape': {
    source: 'G',
    severities: ['error', 'notice'],
    thresholds: {},
    ofPlatform: true,
    rule: 'The platform accepts the aspect ratio of the film.',
  },
  'delivery/size': {
    source: 'F',
    severities: ['error', 'warning', 'notice'],
    // Before the render, the size is an estimate, which must exceed the limit by a fifth to be reported.
    thresholds: { estimate: 1.2 },
    ofPlatform: true,
    rule: 'The platform accepts the size of the file.',
  },
  'text/together': {
    source: 'G',
    severities: ['notice'],
    thresholds: { unitsPerSecond: 30 },
    optional: true,
    rule: 'One reader can finish all texts of the film.',
  },
} as const satisfies Readonly<Record<string, CheckSpec>>;

export type CheckCode = keyof typeof filmChecks;

/** All codes, in the order of the table. */
export const CHECK_CODES = Object.keys(filmChecks) as readonly CheckCode[];

export function isCheckCode(code: string): code is CheckCode {
  return Object.hasOwn(filmChecks, code);
}

/** Returns the properties of a check. */
export function checkOf(code: CheckCode): CheckSpec {
  return filmChecks[code];
}
