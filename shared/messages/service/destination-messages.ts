import type { ReachMessages } from '../films/media-messages.ts';
import type { MessageIn } from '../message-in.ts';
import type { NoValues } from '../no-values.ts';

interface Answer {
  /** The HTTP status and the code of the store, such as `503 SlowDown`. */
  readonly answer: string;
}

/** Reasons why a film cannot be sent to an object store. Each is one or two complete sentences. */
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
  /** The reason why the endpoint is not permitted. */
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
  /** `code` is from the network; null if it is unknown. */
  'store/broke-off': { readonly code: string | null };
  'store/no-upload': NoValues;
  /** The size in the store; `there` is null if the store does not report it. */
  'store/bytes': { readonly there: number | null; readonly wanted: number };
  'store/another-film': NoValues;
  'store/unlike': NoValues;
  'store/replaced': NoValues;
  /** The store is a folder; `code` is from the system, such as `EACCES`. */
  'store/folder': { readonly code: string };
  /** The object key is not permitted. */
  'store/key': NoValues;
}

/** The film was stored, but the check of the stored film failed. */
export interface UnaskedMessages {
  'store/not-asked': {
    readonly failure: MessageIn<DestinationMessages>;
  };
}
