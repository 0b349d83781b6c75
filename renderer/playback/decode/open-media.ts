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
import { type StereoWeights, stereoMix } from '#shared/sound/stereo-mix.ts';
import type { Ticks } from '#shared/timeline/layer-state.ts';
import type { MediaFacts } from './media-port.ts';
import { UnplayableError } from './unplayable-error.ts';

/** A source that this browser can read and decode. */
export interface OpenMedia {
  readonly picture: PictureTrack | null;
  readonly sound: SoundTrack | null;
  readonly dispose: () => void;
}

/** The video track of a source, with the mapping between source time and container time. */
export interface PictureTrack {
  /** Returns a new reader of its packets. */
  readonly packets: () => EncodedPacketSink;
  /** Returns a new decoder of its frames. */
  readonly frames: () => VideoSampleSink;
  readonly resolution: number;
  /** The start of the source's first stream, in ticks of container time. It is source time 0. */
  readonly offset: Ticks;
  /** The source time in ticks of the first displayed frame. */
  readonly first: Ticks;
}

export interface SoundTrack {
  /** Returns a new decoder of its samples. */
  readonly samples: () => AudioSampleSink;
  /** Returns the sample rate in hertz. */
  readonly sampleRate: () => Promise<number>;
  /** The same value as {@link PictureTrack.offset} in seconds. */
  readonly offsetSeconds: number;
  /** The end of the sound in seconds of source time. */
  readonly endSeconds: number;
  /** Returns the weights for mixing this number of channels to stereo. */
  readonly weightsOf: (channels: number) => StereoWeights;
}

/** The size in bytes of the read cache per file. */
const READ_CACHE_BYTES = 8 * 2 ** 20;
const ATTEMPTS = 3;
/** The container formats that the browser code can demux. Sources in other formats are played from their proxy. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, FLAC, ADTS];

/**
 * Opens the bytes at a URL, with the facts of the source. Throws {@link UnplayableError} if this browser cannot demux
 * the file or decode its picture. Also throws read errors.
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
 * Returns the priming of an MP3 in seconds; 0 for other containers. MP3 times count from the first packet and include
 * the priming; the times of other containers exclude it.
 */
function primingIn({ container, audio }: MediaFacts): number {
  return container === 'mp3' && audio !== null ? audio.priming / audio.sampleRate : 0;
}

/**
 * Opens the audio track. If the source has no audio, or its codec is unsupported, returns null and the source plays
 * silently.
 */
async function openSound(
  input: Input,
  { startSeconds, endSeconds, channels, channelLayout }: NonNullable<MediaFacts['audio']>,
  primingSeconds: number,
): Promise<SoundTrack | null> {
  const track = await input.getPrimaryAudioTrack();
  if (track === null || !(await track.canDecode())) return null;
  // Priming samples have negative times and are not played.
  const offsetSeconds = Math.max(0, await track.getFirstTimestamp()) + primingSeconds - startSeconds;
  return {
    samples: () => new AudioSampleSink(track),
    sampleRate: () => track.getSampleRate(),
    offsetSeconds,
    endSeconds,
    // The number of decoded channels can differ from the source: a proxy has two channels, and some browsers decode
    // only two channels of a source.
    weightsOf: (decoded) =>
      stereoMix({ channels: decoded, channelLayout: decoded === channels ? channelLayout : null }).weights,
  };
}

/**
 * Returns the container time of the first displayed frame in seconds. An edit list can start after the first packet.
 * The frames before its start have negative times; they are needed for decoding but are not displayed.
 */
async function firstShown(track: InputVideoTrack): Promise<number> {
  const first = await track.getFirstTimestamp();
  if (first >= 0) return first;
  const sink = new EncodedPacketSink(track);
  let earliest = Number.POSITIVE_INFINITY;
  // The number of packets that were read since time 0. In decoding order, up to `REORDERED` frames can precede a frame
  // that is displayed earlier.
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

/** The maximum number of reordered frames in H.264 and H.265. */
const REORDERED = 16;
