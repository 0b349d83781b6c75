import {
  ADTS,
  AudioSampleSink,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  UrlSource,
  VideoSampleSink,
  WAVE,
  WEBM,
} from 'mediabunny';
import type { Ticks } from '#shared/timeline/layer-state.ts';
import { type StereoWeights, stereoMix } from '#shared/timeline/stereo-mix.ts';
import type { MediaFacts } from './media-port.ts';
import { UnplayableError } from './unplayable-error.ts';

/** A source whose bytes can be read and decoded in the browser. */
export interface OpenMedia {
  readonly picture: PictureTrack | null;
  readonly sound: SoundTrack | null;
  readonly dispose: () => void;
}

/** The picture track of a source, in the time of its container. */
export interface PictureTrack {
  /** Returns a reader of its packets with its own position. */
  readonly packets: () => EncodedPacketSink;
  /** Returns a decoder of its frames with its own position. */
  readonly frames: () => VideoSampleSink;
  readonly resolution: number;
  /** The container time at source time 0, where the first stream of the source starts. */
  readonly offset: Ticks;
  /** The source time of its first displayed frame. */
  readonly first: Ticks;
}

export interface SoundTrack {
  /** Returns a decoder of its samples with its own position. */
  readonly samples: () => AudioSampleSink;
  /** Returns the sample rate in hertz. */
  readonly sampleRate: () => Promise<number>;
  /** The same value as {@link PictureTrack.offset}, in seconds. */
  readonly offsetSeconds: number;
  /** The end of the sound in seconds of source time. */
  readonly endSeconds: number;
  /** Returns the weights that mix this number of channels to stereo. */
  readonly weightsOf: (channels: number) => StereoWeights;
}

/** The read cache of a file, in bytes. */
const READ_CACHE_BYTES = 8 * 2 ** 20;
const ATTEMPTS = 3;
/** Containers that hold their media themselves. Sources in other containers are played from their proxy. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, FLAC, ADTS];

/**
 * Opens the bytes at an address with the facts of the source. Throws {@link UnplayableError} if this browser cannot
 * decode its picture, and read errors.
 */
export async function openMedia(url: string, facts: MediaFacts, isProxy: boolean): Promise<OpenMedia> {
  const source = new UrlSource(url, {
    maxCacheSize: READ_CACHE_BYTES,
    getRetryDelay: (attempts) => (attempts < ATTEMPTS ? 0.2 * 2 ** attempts : null),
    requestInit: { redirect: 'error' },
  });
  const input = new Input({ source, formats: FORMATS });
  try {
    if (!(await input.canRead())) throw new UnplayableError('The container is not known here.');
    const picture = facts.video === null ? null : await openPicture(input, facts.video.startSeconds);
    const sound = facts.audio === null ? null : await openSound(input, facts.audio, isProxy ? 0 : primingIn(facts));
    return { picture, sound, dispose: () => input.dispose() };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

async function openPicture(input: Input, startSeconds: number): Promise<PictureTrack> {
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new UnplayableError('There is no picture.');
  if (!(await track.canDecode())) throw new UnplayableError(`Cannot decode ${(await track.getCodec()) ?? 'it'}.`);
  const resolution = await track.getTimeResolution();
  const first = Math.round(startSeconds * resolution);
  const offset = Math.round((await firstShown(track)) * resolution) - first;
  const packets = () => new EncodedPacketSink(track);
  return { packets, frames: () => new VideoSampleSink(track), resolution, offset, first };
}

/**
 * Returns the priming of an MP3 in seconds. MP3 times count from the first packet including the priming; the times of
 * other containers exclude it.
 */
function primingIn({ container, audio }: MediaFacts): number {
  return container === 'mp3' && audio !== null ? audio.priming / audio.sampleRate : 0;
}

/** Opens the sound track. A sound that cannot be decoded is silent, and the picture is displayed. */
async function openSound(
  input: Input,
  { startSeconds, endSeconds, channels, channelLayout }: NonNullable<MediaFacts['audio']>,
  primingSeconds: number,
): Promise<SoundTrack | null> {
  const track = await input.getPrimaryAudioTrack();
  if (track === null || !(await track.canDecode())) return null;
  // Encoders put priming samples before the first audible sample. Their times are negative, so they are not played.
  const offsetSeconds = Math.max(0, await track.getFirstTimestamp()) + primingSeconds - startSeconds;
  return {
    samples: () => new AudioSampleSink(track),
    sampleRate: () => track.getSampleRate(),
    offsetSeconds,
    endSeconds,
    // The number of decoded channels can differ: a proxy has two, and some browsers decode only two of a sound's
    // channels.
    weightsOf: (decoded) =>
      stereoMix({ channels: decoded, channelLayout: decoded === channels ? channelLayout : null }).weights,
  };
}

/**
 * Returns the first displayed frame. If an edit list starts later, the decoder needs frames before time 0 that are not
 * displayed.
 */
async function firstShown(track: InputVideoTrack): Promise<number> {
  const first = await track.getFirstTimestamp();
  if (first >= 0) return first;
  const sink = new EncodedPacketSink(track);
  let earliest = Number.POSITIVE_INFINITY;
  // The number of packets read from time 0 on. In decoding order, up to 16 frames can come before a frame that is
  // displayed earlier.
  let framesBehind = 0;
  for await (const packet of sink.packets(undefined, undefined, { metadataOnly: true })) {
    if (packet.timestamp >= 0) {
      earliest = Math.min(earliest, packet.timestamp);
      framesBehind += 1;
    }
    if (framesBehind > REORDERED) break;
  }
  return Number.isFinite(earliest) ? earliest : first;
}

/** The reorder limit of H.264 and H.265 in frames. */
const REORDERED = 16;
