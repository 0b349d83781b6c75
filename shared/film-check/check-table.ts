/** The severity of a finding. A notice changes no verdict. */
export const CHECK_SEVERITIES = ['error', 'warning', 'notice'] as const;
export type CheckSeverity = (typeof CHECK_SEVERITIES)[number];

/** The origin of a finding: the geometry of the layers, composed pictures, the sound, or the finished file. */
export type CheckSource = 'G' | 'P' | 'S' | 'F';

/** `quick` reads the geometry only; `full` also reads pictures and sound. */
export const CHECK_LEVELS = ['quick', 'full'] as const;
export type CheckLevel = (typeof CHECK_LEVELS)[number];

/** The version of the checks. Results of another version are not comparable. */
export const CHECKS_VERSION = '2026-12-1';

/** A check: its source, its severities from the worst, and its thresholds. */
interface CheckSpec {
  readonly source: CheckSource;
  readonly severities: readonly CheckSeverity[];
  readonly thresholds: Readonly<Record<string, number>>;
  /** Whether it runs only for platforms that the caller names. */
  readonly ofPlatform?: true;
  /** Whether it runs only if the caller names its code. */
  readonly optional?: true;
  /** The rule in one sentence, for the documentation. */
  readonly rule: string;
}

/** All checks of a film. Codes are stable, because scripts and templates contain them. */
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
    // EBU R 95, ITU-R BT.1848-1: the action-safe area is 3.5 % from the edges, the graphics-safe area 5 %.
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
    thresholds: { share: 0.05, seconds: 0.3 },
    rule: 'Two texts do not overlap.',
  },
  'text/tiny': {
    source: 'G',
    severities: ['warning', 'notice'],
    // Pixels of a phone that shows a tall or square film 390 pixels wide and a wide film 844 pixels long.
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
    // Netflix: 17 characters per second in the template guide, 20 for adults in the later one.
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
    thresholds: { covered: 0.9, strip: 0.03, seconds: 0.2 },
    rule: 'A layer that nearly fills the frame leaves no thin strip at an edge.',
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
