import type { BundleEntryStatements, BundleStatements } from '../../service/bundle-statements.ts';
import type { Wording } from '../../statement.ts';

const counted = {
  entries: 'entries',
  bytes: 'bytes',
  'text-bytes': 'bytes of templates, movies and editing records',
  'manifest-bytes': 'bytes of manifest',
} as const;

export const bundleEntrySentences: Wording<BundleEntryStatements> = {
  'entry/twice': () => 'It is there twice.',
  'entry/same-name': () => 'There are two of this name, whatever the case.',
  'entry/name-too-long': () => 'Its name is longer than any in a bundle.',
  'entry/unknown-name': () => 'Nothing in a bundle has that name.',
  'entry/no-file': () => 'It is a link or something else that is no file.',
  'entry/encrypted': () => 'It is encrypted.',
  'entry/packing': ({ method }) => `It is packed in a way (${method}) that is not read here.`,
  'entry/two-sizes': () => 'It has two sizes.',
  'entry/unpacks-to-more': ({ times }) => `It would unpack to more than ${times} times its size.`,
  'entry/not-there': () => 'Its bytes are not where the list of files says.',
  'entry/listed-otherwise': () => 'The list of files says something else of it than it does itself.',
  'entry/same-place': ({ other }) => `It lies in the same place as ${other}.`,
  'entry/cannot-be-unpacked': () => 'It cannot be unpacked.',
  'entry/beyond-end': () => 'It ends beyond the end of the file.',
  'entry/other-length': ({ bytes }) => `It unpacks to another length than the ${bytes} bytes that it claims.`,
  'entry/missing': ({ manifest }) => `${manifest} lists it, and it is missing.`,
  'entry/not-listed': ({ manifest }) => `${manifest} does not list it.`,
  'entry/lists-too-much': () => 'It lists more than the file holds.',
  'entry/bytes': ({ bytes, manifest, said }) => `It has ${bytes} bytes, and ${manifest} says ${said}.`,
  'entry/no-template': () => 'It is of a template that is not there.',
  'entry/too-large': ({ bytes, most }) => `It has ${bytes} bytes; ${most} is the most.`,
  'entry/other-bytes': () => 'Its bytes are not those that were put into the bundle.',
  'entry/too-many-levels': () => 'It has more levels than an editing record may have.',
  'entry/not-json': () => 'It is not JSON.',
  'entry/no-object': () => 'It is not a JSON object.',
  'entry/field': ({ field, words }) => `${field}: ${words}`,
};

export const bundleSentences: Wording<BundleStatements> = {
  'bundle/no-manifest': ({ manifest }) => `It has no ${manifest}, so it is some other zip file.`,
  'bundle/other-manifest': ({ manifest }) => `Its ${manifest} is not that of a bundle.`,
  'bundle/schema': ({ schema, newest }) =>
    `It has schema ${schema}; this version reads up to ${newest}. Update Scenewright, then import it.`,
  'bundle/no-zip': () => 'It does not begin as a bundle does.',
  'bundle/end-missing': ({ bytes }) => `Its end is missing: only ${bytes} bytes came.`,
  'bundle/list-damaged': () => 'Its list of files is damaged.',
  'bundle/amount': ({ of, amount, most, limit }) => `It has ${amount} ${counted[of]}; ${most} is the most (${limit}).`,
};
