import { asSentence, enumeration, named, someOf } from './quoting.ts';
import { type AnyMessage, type MessageIn, messages } from './translation.ts';

const counted = {
  entries: 'entries',
  bytes: 'bytes',
  'text-bytes': 'bytes of templates, movies, editing records, and batch tables',
  'manifest-bytes': 'bytes of manifest',
} as const;

/** Reasons why an entry of a bundle is refused. Each is a complete sentence about the entry. */
export const bundleEntryMessages = messages({
  'entry/twice': () => 'It occurs twice.',
  'entry/same-name': () => 'Two entries have this name, ignoring case.',
  'entry/name-too-long': () => 'Its name is too long.',
  'entry/unknown-name': () => 'Bundles don’t contain a file with this name.',
  'entry/no-file': () => 'It isn’t a regular file.',
  'entry/encrypted': () => 'It’s encrypted.',
  'entry/packing': ({ method }: { method: number }) => `It uses an unsupported compression method (${method}).`,
  'entry/two-sizes': () => 'It has two sizes.',
  'entry/unpacks-to-more': ({ times }: { times: number }) => `It unpacks to more than ${times} times its size.`,
  'entry/not-there': () => 'Its data isn’t where the file list says.',
  'entry/listed-otherwise': () => 'The file list doesn’t match it.',
  'entry/same-place': ({ other }: { other: string }) => `It overlaps ${other}.`,
  'entry/cannot-be-unpacked': () => 'It can’t be unpacked.',
  'entry/beyond-end': () => 'It extends past the end of the file.',
  'entry/other-length': ({ bytes }: { bytes: number }) => `It doesn’t unpack to the ${bytes} bytes that it claims.`,
  'entry/missing': ({ manifest }: { manifest: string }) => `${manifest} lists it, but it’s missing.`,
  'entry/not-listed': ({ manifest }: { manifest: string }) => `${manifest} doesn’t list it.`,
  'entry/lists-too-much': () => 'It lists more than the file contains.',
  'entry/bytes': ({ bytes, manifest, said }: { bytes: number; manifest: string; said: number }) =>
    `It has ${bytes} bytes, but ${manifest} says ${said}.`,
  'entry/no-template': () => 'Its template is missing.',
  'entry/too-large': ({ bytes, most }: { bytes: number; most: number }) =>
    `It has ${bytes} bytes; the limit is ${most}.`,
  'entry/other-bytes': () => 'Its content changed after it was put into the bundle.',
  'entry/too-many-levels': () => 'It’s nested too deeply for an editing record.',
  'entry/not-json': () => 'It isn’t valid JSON.',
  'entry/no-object': () => 'It isn’t a JSON object.',
  /** A field of the manifest and the message of the check. */
  'entry/field': ({ field, words }: { field: string; words: string }) => asSentence(`${field}: ${words}`),
});

export type BundleEntryMessage = MessageIn<typeof bundleEntryMessages>;

/** An exceeded limit of a bundle. */
export interface Amount {
  readonly of: 'entries' | 'bytes' | 'text-bytes' | 'manifest-bytes';
  readonly amount: number;
  readonly most: number;
  /** The name of the limit, such as `bundle.entries`. */
  readonly limit: string;
}

/** Reasons why a file is not a bundle, or is too large. */
export const bundleMessages = messages({
  'bundle/no-manifest': ({ manifest }: { manifest: string }) =>
    `It has no ${manifest}, so it’s a different kind of ZIP file.`,
  'bundle/other-manifest': ({ manifest }: { manifest: string }) => `Its ${manifest} doesn’t describe a bundle.`,
  'bundle/schema': ({ schema, newest }: { schema: number; newest: number }) =>
    `It has schema ${schema}; this version reads up to ${newest}. Update Scenewright, then import it.`,
  'bundle/no-zip': () => 'It doesn’t start like a bundle.',
  /** `bytes` is the number of received bytes. */
  'bundle/end-missing': ({ bytes }: { bytes: number }) => `Its end is missing: only ${bytes} bytes arrived.`,
  'bundle/list-damaged': () => 'Its file list is damaged.',
  'bundle/amount': ({ of, amount, most, limit }: Amount) =>
    `It has ${amount} ${counted[of]}; the limit is ${most} (${limit}).`,
  /** A problem of a text in a bundle; `line` counts from 1. */
  'bundle/text': ({ entry, line, problem }: { entry: string; line: number | null; problem: AnyMessage }, say) =>
    `${entry}:${line === null ? '' : ` Line ${line}:`} ${say(problem)}`,
});

export type BundleMessage = MessageIn<typeof bundleMessages>;

/** The frame size of a template; `sizes` are the possible ones. */
export interface OtherShape {
  readonly template: string;
  readonly width: number;
  readonly height: number;
  readonly sizes: readonly string[];
}

/** Reasons why a bundle is not a valid design. */
export const designMessages = messages({
  /** The existing sizes, such as `16:9`. */
  'design/sizes': ({ sizes }: { sizes: readonly string[] }) => `It has ${enumeration(sizes)}.`,
  /** The bundle contains a project without a design. */
  'design/no-description': () => 'The bundle contains a project, not a design.',
  /** A path in the description of the design, such as `sizes/16:9/template`. */
  'design/wrong-place': ({ place }: { place: string }) =>
    `Its description is invalid${place === '' ? '' : ` at ${place}`}.`,
  'design/no-template': ({ template }: { template: string }) => `The template ${named(template)} is missing.`,
  /** The template needs values for its variables. */
  'design/no-film': ({ template }: { template: string }) =>
    `${named(template)} can’t be rendered as is: it has no scene or a variable without a default.`,
  'design/too-large': ({ bytes, most }: { bytes: number; most: number }) =>
    `It would have ${bytes} bytes; the limit is ${most}.`,
  'design/frame-behind-end': ({ template, frame, length }: { template: string; frame: number; length: number }) =>
    `The cover of ${named(template)} is frame ${frame}, but it has only ${length} frames.`,
  'design/other-shape': ({ template, width, height, sizes }: OtherShape) =>
    `${named(template)} is ${width} × ${height}; designs are ${enumeration(sizes)}.`,
  'design/same-shape': ({ template, other, size }: { template: string; other: string; size: string }) =>
    `${named(template)} and ${named(other)} are both ${size}; a design has one template per shape.`,
  'design/lacks-files': ({ names }: { names: readonly string[] }) =>
    `Missing in the project: ${enumeration(someOf(names))}.`,
  'design/too-many': ({ most }: { most: number }) =>
    `There are already ${most} designs, which is the limit. Delete one first.`,
});
