import type { ReachMessages } from '../films/media-messages.ts';
import type { MessageIn } from '../message-in.ts';
import type { NoValues } from '../no-values.ts';

interface Answer {
  /** The HTTP status and the store's code for it, such as `503 SlowDown`. */
  readonly answer: string;
}

/** Why a film cannot go to an object store, or did not get there. Each is one or two whole sentences. */
export interface DestinationMessages {
  'destination/region': NoValues;
  'destination/bucket': NoValues;
  'destination/filename-empty': NoValues;
  'destination/filename-too-long': { readonly mostBytes: number };
  'destination/filename-characters': NoValues;
  'destination/filename-segments': NoValues;
  'destination/endpoint-no-address': NoValues;
  'destination/endpoint-no-web-address': NoValues;
  'destination/endpoint-credentials': NoValues;
  'destination/endpoint-query': NoValues;
  /** Why the endpoint may not be asked. */
  'destination/endpoint': { readonly reason: MessageIn<ReachMessages> };
  'destination/no-keys': NoValues;
  'destination/film-unreadable': NoValues;
  'destination/film-changed': NoValues;
  'store/no-bucket': { readonly bucket: string };
  'store/clock': NoValues;
  'store/other-place': { readonly bucket: string; readonly region: string };
  'store/other-region': { readonly bucket: string; readonly region: string; readonly wanted: string };
  'store/unknown-key': NoValues;
  'store/wrong-secret': NoValues;
  'store/expired': NoValues;
  'store/not-allowed': Answer;
  'store/unknown-request': Answer;
  'store/busy': Answer;
  'store/answered': Answer;
  'store/slow': { readonly seconds: number };
  'store/unknown-host': NoValues;
  'store/silent': NoValues;
  /** `code` of the network; null where it is none that is known. */
  'store/broke-off': { readonly code: string | null };
  'store/no-upload': NoValues;
  /** What the store has: `there` is null where it does not say. */
  'store/bytes': { readonly there: number | null; readonly wanted: number };
  'store/another-film': NoValues;
  'store/unlike': NoValues;
  'store/replaced': NoValues;
  /** The store is a folder; `code` is the system's, such as `EACCES`. */
  'store/folder': { readonly code: string };
  /** What a key of an object may not be. */
  'store/key': NoValues;
}

/** The film is there, and something went wrong when the store was asked whether it is whole. */
export interface UnaskedMessages {
  'store/not-asked': {
    readonly failure: MessageIn<DestinationMessages>;
  };
}
