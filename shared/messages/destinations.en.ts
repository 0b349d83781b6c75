import type { ReachMessage } from './media.en.ts';
import { type MessageIn, messages } from './translation.ts';

export interface Answer {
  /** The HTTP status and the code of the store, such as `503 SlowDown`. */
  readonly answer: string;
}

/** Reasons why a film cannot be sent to an object store. Each is one or two complete sentences. */
export const destinationMessages = messages({
  'destination/region': () => 'The region isn’t a name such as eu-central-1.',
  'destination/bucket': () => 'The bucket isn’t a valid bucket name.',
  'destination/filename-empty': () => 'The filename is empty.',
  'destination/filename-too-long': ({ mostBytes }: { mostBytes: number }) =>
    `The filename is longer than ${mostBytes} bytes.`,
  'destination/filename-characters': () => 'The filename contains characters that object stores don’t allow.',
  'destination/filename-segments': () => 'The filename contains an empty segment, “.” or “..” between slashes.',
  'destination/endpoint-no-address': () => 'The endpoint isn’t an address such as https://store.example.',
  'destination/endpoint-no-web-address': () => 'The endpoint isn’t an http or https address.',
  'destination/endpoint-credentials': () =>
    'The endpoint must not contain a user name or password. Use their own fields.',
  'destination/endpoint-query': () => 'The endpoint must not contain a query or a fragment.',
  /** The reason why the endpoint is not permitted. */
  'destination/endpoint': ({ reason }: { reason: ReachMessage }, say) => `The endpoint ${say(reason)}.`,
  'destination/no-keys': () => 'Its keys are no longer stored.',
  'destination/film-unreadable': () => 'The film on disk can’t be read.',
  'destination/film-changed': () => 'The size of the film on disk has changed.',
  'store/no-bucket': ({ bucket }: { bucket: string }) => `The store has no bucket “${bucket}”.`,
  'store/clock': () => 'This computer’s clock differs too much from the store’s clock. Correct it, then try again.',
  'store/other-place': ({ bucket, region }: { bucket: string; region: string }) =>
    `The bucket “${bucket}” isn’t in region ${region} or doesn’t exist at this endpoint.`,
  'store/other-region': ({ bucket, region, wanted }: { bucket: string; region: string; wanted: string }) =>
    `The bucket “${bucket}” is in the region ${region}, not in ${wanted}.`,
  'store/unknown-key': () => 'The store doesn’t recognize the access key.',
  'store/wrong-secret': () => 'The secret access key doesn’t match the access key.',
  'store/expired': () => 'The credentials have expired.',
  'store/not-allowed': ({ answer }: Answer) =>
    `The credentials are wrong, have expired, or don’t allow it (${answer}).`,
  'store/unknown-request': ({ answer }: Answer) => `The store doesn’t support part of the request (${answer}).`,
  'store/busy': ({ answer }: Answer) => `The store was busy or broken (${answer}).`,
  'store/answered': ({ answer }: Answer) => `The store answered (${answer}).`,
  'store/slow': ({ seconds }: { seconds: number }) => `The store didn’t accept the data within ${seconds} s.`,
  'store/unknown-host': () => 'The host name of the endpoint can’t be resolved.',
  'store/silent': () => 'The store didn’t answer in time.',
  /** `code` is from the network; null if it is unknown. */
  'store/broke-off': ({ code }: { code: string | null }) =>
    `The store can’t be reached, or the connection was lost${code === null ? '' : ` (${code})`}.`,
  'store/no-upload': () => 'The store didn’t start the upload.',
  /** The size in the store; `there` is null if the store does not report it. */
  'store/bytes': ({ there, wanted }: { there: number | null; wanted: number }) =>
    `After the upload, the store has ${there ?? 'an unknown number of'} bytes instead of ${wanted}.`,
  'store/another-film': () => 'After the upload, the store has a different film, which was uploaded at the same time.',
  'store/unlike': () => 'The upload finished, but the store can’t confirm that it has this film.',
  'store/replaced': () => 'The film was replaced right after the upload.',
  /** The store is a folder; `code` is from the system, such as `EACCES`. */
  'store/folder': ({ code }: { code: string }) => `The store folder can’t be used (${code}).`,
  /** The object key is not permitted. */
  'store/key': () => 'A key in the store isn’t allowed.',
});

export type DestinationMessage = MessageIn<typeof destinationMessages>;

/** The film was stored, but the check of the stored film failed. */
export const uncheckedMessages = messages({
  'store/not-asked': (
    {
      failure,
    }: {
      failure: DestinationMessage;
    },
    say,
  ) => `The film was uploaded, but it couldn’t be checked. ${say(failure)}`,
});

export type UncheckedMessage = MessageIn<typeof uncheckedMessages>;
