import type { Translation } from '../../message.ts';
import type { BundleEntryMessages, BundleMessages } from '../../service/bundle-messages.ts';

const counted = {
  entries: 'entries',
  bytes: 'bytes',
  'text-bytes': 'bytes of templates, movies and editing records',
  'manifest-bytes': 'bytes of manifest',
} as const;

export const bundleEntrySentences: Translation<BundleEntryMessages> = {
  'entry/twice': () => 'It occurs twice.',
  'entry/same-name': () => 'Two entries have this name, ignoring case.',
  'entry/name-too-long': () => 'Its name is too long.',
  'entry/unknown-name': () => 'Bundles don’t contain a file with this name.',
  'entry/no-file': () => 'It isn’t a regular file.',
  'entry/encrypted': () => 'It’s encrypted.',
  'entry/packing': ({ method }) => `It uses an unsupported compression method (${method}).`,
  'entry/two-sizes': () => 'It has two sizes.',
  'entry/unpacks-to-more': ({ times }) => `It unpacks to more than ${times} times its size.`,
  'entry/not-there': () => 'Its data isn’t where the file list says.',
  'entry/listed-otherwise': () => 'The file list doesn’t match it.',
  'entry/same-place': ({ other }) => `It overlaps ${other}.`,
  'entry/cannot-be-unpacked': () => 'It can’t be unpacked.',
  'entry/beyond-end': () => 'It extends past the end of the file.',
  'entry/other-length': ({ bytes }) => `It doesn’t unpack to the ${bytes} bytes that it claims.`,
  'entry/missing': ({ manifest }) => `${manifest} lists it, but it’s missing.`,
  'entry/not-listed': ({ manifest }) => `${manifest} doesn’t list it.`,
  'entry/lists-too-much': () => 'It lists more than the file contains.',
  'entry/bytes': ({ bytes, manifest, said }) => `It has ${bytes} bytes, but ${manifest} says ${said}.`,
  'entry/no-template': () => 'Its template is missing.',
  'entry/too-large': ({ bytes, most }) => `It has ${bytes} bytes; the limit is ${most}.`,
  'entry/other-bytes': () => 'Its content changed after it was put into the bundle.',
  'entry/too-many-levels': () => 'It’s nested too deeply for an editing record.',
  'entry/not-json': () => 'It isn’t valid JSON.',
  'entry/no-object': () => 'It isn’t a JSON object.',
  'entry/field': ({ field, words }) => `${field}: ${words}`,
};

export const bundleSentences: Translation<BundleMessages> = {
  'bundle/no-manifest': ({ manifest }) => `It has no ${manifest}, so it’s a different kind of ZIP file.`,
  'bundle/other-manifest': ({ manifest }) => `Its ${manifest} doesn’t describe a bundle.`,
  'bundle/schema': ({ schema, newest }) =>
    `It has schema ${schema}; this version reads up to ${newest}. Update Scenewright, then import it.`,
  'bundle/no-zip': () => 'It doesn’t start like a bundle.',
  'bundle/end-missing': ({ bytes }) => `Its end is missing: only ${bytes} bytes arrived.`,
  'bundle/list-damaged': () => 'Its file list is damaged.',
  'bundle/amount': ({ of, amount, most, limit }) => `It has ${amount} ${counted[of]}; the limit is ${most} (${limit}).`,
};
