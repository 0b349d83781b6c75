import { extname } from 'node:path';
import type { ParseArgsOptionDescriptor } from 'node:util';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { numberIn, sourceOptions } from './picture-arguments.ts';
import { parseOptions } from './template-arguments.ts';

/** The arguments of `test`, which compares the templates of a folder with their golden pictures. */
export interface TestInvocation {
  readonly command: 'test';
  readonly folder: string;
  readonly update: boolean;
  /** The names of templates, or of a template and a case such as `16x9.longest`; empty for all. */
  readonly only: readonly string[];
  /** The file with the cases of all templates; null for the files beside the templates. */
  readonly cases: string | null;
  /** The number of compared frames. Null selects the frames of the golden files, or 6 frames for new files. */
  readonly frames: number | null;
  /** The folder of templates, or the Git revision, to compare with; null for the golden files. */
  readonly against: string | null;
  /** The file of the difference sheet; null for none. */
  readonly sheet: string | null;
  /** The largest accepted difference of a color value if another FFmpeg made a frame. */
  readonly tolerance: number;
  /** The folder of the assets; null for the folder of the templates. */
  readonly assetsFolder: string | null;
  readonly allowedHosts: readonly string[];
  readonly json: boolean;
}

const testOptions = {
  ...sourceOptions,
  update: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true, default: [] },
  cases: { type: 'string' },
  frames: { type: 'string' },
  against: { type: 'string' },
  sheet: { type: 'string' },
  tolerance: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const satisfies Readonly<Record<string, ParseArgsOptionDescriptor>>;

const MAX_FRAMES = 48;
const MAX_TOLERANCE = 255;
/** The default tolerance, within which the same frames of FFmpeg 5.1 and 7.1 are equal. */
const TOLERANCE = 2;

/** Parses the arguments after `test`. The error is a sentence for users. Throws the errors of `parseArgs`. */
export function testArguments(args: readonly string[]): Result<TestInvocation, string> {
  const { values, positionals } = parseOptions(args, testOptions);
  const [folder = '.', surplus] = positionals;
  const { update, cases = null, against = null, sheet = null, assets = null, json } = values;
  if (surplus !== undefined) return err(`unexpected argument ${surplus}; \`test\` takes one folder`);
  if (update && against !== null) return err('--update writes golden files; --against compares without them');
  if (against?.startsWith('-') === true) return err(`--against ${against}: use a folder or a Git revision`);
  if (sheet !== null && extname(sheet).toLowerCase() !== '.png')
    return err(`--sheet ${sheet}: use a name that ends in .png`);
  const frames = values.frames === undefined ? null : numberIn(values.frames, 1, MAX_FRAMES);
  if (values.frames !== undefined && frames === null)
    return err(`--frames ${values.frames}: use a number from 1 to ${MAX_FRAMES}`);
  const tolerance = values.tolerance === undefined ? TOLERANCE : numberIn(values.tolerance, 0, MAX_TOLERANCE);
  if (tolerance === null) return err(`--tolerance ${values.tolerance}: use a number from 0 to ${MAX_TOLERANCE}`);
  const only = values.only.flatMap((text) => text.split(',')).map((name) => name.trim().replace(/\.xml$/, ''));
  return ok({
    ...{ command: 'test', folder, update, only: only.filter((name) => name !== ''), cases, frames, against, sheet },
    ...{ tolerance, assetsFolder: assets, allowedHosts: values['allow-host'], json },
  });
}
