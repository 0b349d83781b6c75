import { basename, extname } from 'node:path';
import type { ParseArgsOptionDescriptor } from 'node:util';
import type { PictureFormat } from '#shared/contract/shapes/picture-formats.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { isReplaced, notUtf8 } from './batch-arguments.ts';
import {
  parseOptions,
  type TemplateArguments,
  type TemplateValues,
  templateArguments,
  templateOptions,
} from './template-arguments.ts';

/** The arguments of a command that makes pictures of a film. */
export interface PictureArguments extends TemplateArguments {
  readonly output: string;
  /** The folder of the assets; null for the template's folder. */
  readonly assetsFolder: string | null;
  readonly allowedHosts: readonly string[];
}

/** The arguments of `frame`, which writes one frame of a film. */
export interface FrameInvocation extends PictureArguments {
  readonly command: 'frame';
  /** The time, such as `1.5s`, or a frame, such as `45`; null for the middle of the film. */
  readonly at: string | null;
  readonly width: number | null;
  readonly format: PictureFormat;
}

/** The arguments of `sheet`, which writes a contact sheet of a film. */
export interface SheetInvocation extends PictureArguments {
  readonly command: 'sheet';
  readonly pictures: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly format: 'png' | 'jpeg';
}

type Options = Readonly<Record<string, ParseArgsOptionDescriptor>>;

/** The options of every command that reads a film's sources. */
export const sourceOptions = {
  assets: { type: 'string' },
  'allow-host': { type: 'string', multiple: true, default: [] },
} as const satisfies Options;

const pictureOptions = {
  ...templateOptions,
  ...sourceOptions,
  out: { type: 'string', short: 'o' },
} as const satisfies Options;

const frameOptions = {
  ...pictureOptions,
  at: { type: 'string' },
  width: { type: 'string' },
} as const satisfies Options;

const sheetOptions = {
  ...pictureOptions,
  pictures: { type: 'string', default: '12' },
  from: { type: 'string' },
  to: { type: 'string' },
} as const satisfies Options;

/** The formats by file extension. */
const EXTENSIONS: Readonly<Record<string, PictureFormat>> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.webp': 'webp',
  '.avif': 'avif',
};

/** The limits of the number of pictures of a sheet. */
const PICTURES = { minimum: 2, maximum: 48 } as const;
const MAX_WIDTH = 16_384;

/** Parses the arguments after `frame`. The error is a sentence for users. Throws the errors of `parseArgs`. */
export function frameArguments(args: readonly string[]): Result<FrameInvocation, string> {
  const { values, positionals } = parseOptions(args, frameOptions);
  const shared = pictureArguments(values, positionals, Object.keys(EXTENSIONS));
  if (!shared.ok) return shared;
  const width = values.width === undefined ? null : numberIn(values.width, 1, MAX_WIDTH);
  if (values.width !== undefined && width === null)
    return err(`--width ${values.width}: use a number from 1 to ${MAX_WIDTH}`);
  const { format, ...picture } = shared.value;
  return ok({ ...picture, format, command: 'frame', at: values.at ?? null, width });
}

/** Parses the arguments after `sheet`. Gives the same errors as {@link frameArguments}. */
export function sheetArguments(args: readonly string[]): Result<SheetInvocation, string> {
  const { values, positionals } = parseOptions(args, sheetOptions);
  const shared = pictureArguments(values, positionals, ['.png', '.jpg', '.jpeg']);
  if (!shared.ok) return shared;
  const { minimum, maximum } = PICTURES;
  const pictures = numberIn(values.pictures, minimum, maximum);
  if (pictures === null) return err(`--pictures ${values.pictures}: use a number from ${minimum} to ${maximum}`);
  const format = shared.value.format === 'png' ? 'png' : 'jpeg';
  return ok({ ...shared.value, format, command: 'sheet', pictures, from: values.from ?? null, to: values.to ?? null });
}

interface PictureValues extends TemplateValues {
  readonly out?: string | undefined;
  readonly assets?: string | undefined;
  readonly 'allow-host': readonly string[];
}

function pictureArguments(
  values: PictureValues,
  positionals: readonly string[],
  extensions: readonly string[],
): Result<PictureArguments & { readonly format: PictureFormat }, string> {
  const shared = templateArguments(values, positionals);
  if (!shared.ok) return shared;
  const { out: output = '' } = values;
  if (output === '') return err('missing output file: --out FILE');
  if (isReplaced(basename(output))) return err(notUtf8(`--out ${output}`));
  const extension = extname(output).toLowerCase();
  const format = extensions.includes(extension) ? EXTENSIONS[extension] : undefined;
  if (format === undefined) return err(`--out ${output}: use a name that ends in ${extensions.join(', ')}`);
  const { assets = null, 'allow-host': allowedHosts } = values;
  return ok({ ...shared.value, output, assetsFolder: assets, allowedHosts, format });
}

/** Returns a whole number within limits; null for any other text. */
export function numberIn(text: string, minimum: number, maximum: number): number | null {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= minimum && number <= maximum ? number : null;
}
