import type { DestinationStatements, UnaskedStatements } from '../../service/destination-statements.ts';
import type { Wording } from '../../statement.ts';

export const destinationSentences: Wording<DestinationStatements> = {
  'destination/region': () => 'The region is not a name such as eu-central-1.',
  'destination/bucket': () => 'The bucket is not a name that a store can have.',
  'destination/filename-empty': () => 'The filename is empty.',
  'destination/filename-too-long': ({ mostBytes }) => `The filename is longer than ${mostBytes} bytes.`,
  'destination/filename-characters': () => 'The filename holds characters that a store cannot keep.',
  'destination/filename-segments': () => 'The filename holds an empty segment, “.” or “..” between slashes.',
  'destination/endpoint-no-address': () => 'The endpoint is not an address such as https://store.example.',
  'destination/endpoint-no-web-address': () => 'The endpoint is no http or https address.',
  'destination/endpoint-credentials': () =>
    'The endpoint must not hold a user name or password; they have fields of their own.',
  'destination/endpoint-query': () => 'The endpoint must not hold a query or a fragment.',
  'destination/endpoint': ({ reason }, say) => `The endpoint ${say(reason)}.`,
  'destination/no-keys': () => 'Its keys are not kept any more.',
  'destination/film-unreadable': () => 'The film on disk could not be read.',
  'destination/film-changed': () => 'The film on disk has another size than it had.',
  'store/no-bucket': ({ bucket }) => `It has no bucket “${bucket}”.`,
  'store/clock': () =>
    'The clock of this machine differs too much from the clock of the store: set it right, and try again.',
  'store/other-place': ({ bucket, region }) =>
    `The bucket “${bucket}” is not in the region ${region} or not at this endpoint.`,
  'store/other-region': ({ bucket, region, wanted }) =>
    `The bucket “${bucket}” is in the region ${region}, not in ${wanted}.`,
  'store/unknown-key': () => 'It does not know the access key.',
  'store/wrong-secret': () => 'The secret access key is not the one of the access key.',
  'store/expired': () => 'The credentials have expired.',
  'store/not-allowed': ({ answer }) => `The credentials do not allow it, have expired, or are wrong (${answer}).`,
  'store/unknown-request': ({ answer }) => `It does not know a part of the request (${answer}).`,
  'store/busy': ({ answer }) => `It was busy or broken (${answer}).`,
  'store/answered': ({ answer }) => `It answered (${answer}).`,
  'store/slow': ({ seconds }) => `It did not take the data within ${seconds} s.`,
  'store/unknown-host': () => 'The name of its endpoint is not known.',
  'store/silent': () => 'It did not answer in time.',
  'store/broke-off': ({ code }) => `It could not be reached, or broke off${code === null ? '' : ` (${code})`}.`,
  'store/no-upload': () => 'It opened no upload.',
  'store/bytes': ({ there, wanted }) =>
    `What it holds after sending has ${there ?? 'an unknown number of'} bytes instead of ${wanted}.`,
  'store/another-film': () => 'What it holds after sending is another film, sent there at the same time.',
  'store/unlike': () => 'What it holds after sending cannot be told to be this film.',
  'store/replaced': () => 'What it holds after sending was replaced meanwhile.',
  'store/folder': ({ code }) => `The folder that is the store cannot be used (${code}).`,
  'store/key': () => 'A key in the store is not one that may be used.',
};

export const unaskedSentences: Wording<UnaskedStatements> = {
  'store/not-asked': ({ failure }, say) =>
    `It took the film, and could not be asked whether it is whole. ${say(failure)}`,
};
