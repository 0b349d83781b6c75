import type { Translation } from '../../message.ts';
import type { DestinationMessages, UnaskedMessages } from '../../service/destination-messages.ts';

export const destinationSentences: Translation<DestinationMessages> = {
  'destination/region': () => 'The region isn’t a name such as eu-central-1.',
  'destination/bucket': () => 'The bucket isn’t a valid bucket name.',
  'destination/filename-empty': () => 'The filename is empty.',
  'destination/filename-too-long': ({ mostBytes }) => `The filename is longer than ${mostBytes} bytes.`,
  'destination/filename-characters': () => 'The filename contains characters that object stores don’t allow.',
  'destination/filename-segments': () => 'The filename contains an empty segment, “.” or “..” between slashes.',
  'destination/endpoint-no-address': () => 'The endpoint isn’t an address such as https://store.example.',
  'destination/endpoint-no-web-address': () => 'The endpoint isn’t an http or https address.',
  'destination/endpoint-credentials': () =>
    'The endpoint must not contain a user name or password. Use their own fields.',
  'destination/endpoint-query': () => 'The endpoint must not contain a query or a fragment.',
  'destination/endpoint': ({ reason }, say) => `The endpoint ${say(reason)}.`,
  'destination/no-keys': () => 'Its keys are no longer stored.',
  'destination/film-unreadable': () => 'The film on disk can’t be read.',
  'destination/film-changed': () => 'The size of the film on disk has changed.',
  'store/no-bucket': ({ bucket }) => `It has no bucket “${bucket}”.`,
  'store/clock': () => 'This computer’s clock differs too much from the store’s clock. Correct it, then try again.',
  'store/other-place': ({ bucket, region }) =>
    `The bucket “${bucket}” isn’t in the region ${region} or not at this endpoint.`,
  'store/other-region': ({ bucket, region, wanted }) =>
    `The bucket “${bucket}” is in the region ${region}, not in ${wanted}.`,
  'store/unknown-key': () => 'It doesn’t know the access key.',
  'store/wrong-secret': () => 'The secret access key doesn’t match the access key.',
  'store/expired': () => 'The credentials have expired.',
  'store/not-allowed': ({ answer }) => `The credentials are wrong, have expired, or don’t allow it (${answer}).`,
  'store/unknown-request': ({ answer }) => `It doesn’t support a part of the request (${answer}).`,
  'store/busy': ({ answer }) => `It was busy or broken (${answer}).`,
  'store/answered': ({ answer }) => `It answered (${answer}).`,
  'store/slow': ({ seconds }) => `It didn’t accept the data within ${seconds} s.`,
  'store/unknown-host': () => 'The host of its endpoint is unknown.',
  'store/silent': () => 'It didn’t answer in time.',
  'store/broke-off': ({ code }) =>
    `It can’t be reached, or the connection broke off${code === null ? '' : ` (${code})`}.`,
  'store/no-upload': () => 'It didn’t start an upload.',
  'store/bytes': ({ there, wanted }) =>
    `After the upload it has ${there ?? 'an unknown number of'} bytes instead of ${wanted}.`,
  'store/another-film': () => 'After the upload it has a different film, which was uploaded at the same time.',
  'store/unlike': () => 'After the upload it can’t be confirmed that it has this film.',
  'store/replaced': () => 'The film was replaced right after the upload.',
  'store/folder': ({ code }) => `The store folder can’t be used (${code}).`,
  'store/key': () => 'A key in the store isn’t allowed.',
};

export const unaskedSentences: Translation<UnaskedMessages> = {
  'store/not-asked': ({ failure }, say) => `The film was uploaded, but it couldn’t be checked. ${say(failure)}`,
};
