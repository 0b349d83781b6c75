import type { NoValues } from '../no-values.ts';

/** Reasons why an entry of a bundle is refused. Each is a complete sentence about the entry. */
export interface BundleEntryMessages {
  'entry/twice': NoValues;
  'entry/same-name': NoValues;
  'entry/name-too-long': NoValues;
  'entry/unknown-name': NoValues;
  'entry/no-file': NoValues;
  'entry/encrypted': NoValues;
  'entry/packing': { readonly method: number };
  'entry/two-sizes': NoValues;
  'entry/unpacks-to-more': { readonly times: number };
  'entry/not-there': NoValues;
  'entry/listed-otherwise': NoValues;
  'entry/same-place': { readonly other: string };
  'entry/cannot-be-unpacked': NoValues;
  'entry/beyond-end': NoValues;
  'entry/other-length': { readonly bytes: number };
  'entry/missing': { readonly manifest: string };
  'entry/not-listed': { readonly manifest: string };
  'entry/lists-too-much': NoValues;
  'entry/bytes': { readonly bytes: number; readonly manifest: string; readonly said: number };
  'entry/no-template': NoValues;
  'entry/too-large': { readonly bytes: number; readonly most: number };
  'entry/other-bytes': NoValues;
  'entry/too-many-levels': NoValues;
  'entry/not-json': NoValues;
  'entry/no-object': NoValues;
  /** A field of the manifest and the message of the check. */
  'entry/field': { readonly field: string; readonly words: string };
}

/** Reasons why a file is not a bundle, or is too large. */
export interface BundleMessages {
  'bundle/no-manifest': { readonly manifest: string };
  'bundle/other-manifest': { readonly manifest: string };
  'bundle/schema': { readonly schema: number; readonly newest: number };
  'bundle/no-zip': NoValues;
  /** `bytes` is the number of received bytes. */
  'bundle/end-missing': { readonly bytes: number };
  'bundle/list-damaged': NoValues;
  'bundle/amount': {
    readonly of: 'entries' | 'bytes' | 'text-bytes' | 'manifest-bytes';
    readonly amount: number;
    readonly most: number;
    /** The name of the limit, such as `bundle.entries`. */
    readonly limit: string;
  };
}
