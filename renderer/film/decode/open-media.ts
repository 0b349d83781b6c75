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
import type { Ticks } from '#shared/film/rows/source-moment.ts';
import { type StereoWeights, stereoMix } from '#shared/film/sound/stereo-mix.ts';
import type { MediaFacts } from './media-port.ts';
import { UnplayableError } from './unplayable-error.ts';

/** A source whose bytes can be read and decoded here. */
export interface OpenMedia {
  readonly picture: PictureTrack | null;
  readonly sound: SoundTrack | null;
  readonly dispose: () => void;
}

/** The picture of a source on the clock of its container. */
export interface PictureTrack {
  /** Reads its packets, each reader from a position of its own. */
  readonly packets: () => EncodedPacketSink;
  /** Decodes its frames, likewise. */
  readonly frames: () => VideoSampleSink;
  readonly resolution: number;
  /** What lies between the container's clock and the source's own time, which begins at 0 with its first stream. */
  readonly offset: Ticks;
  /** Where its first frame begins, in its own time. */
  readonly first: Ticks;
}

export interface SoundTrack {
  /** Decodes its samples, each reader from a position of its own. */
  readonly samples: () => AudioSampleSink;
  /** In hertz. */
  readonly sampleRate: () => Promise<number>;
  /** As {@link PictureTrack.offset}, in seconds. */
  readonly offsetSeconds: number;
  /** Where it ends, in the source's own time. */
  readonly endSeconds: number;
  /** How so many decoded channels become two. */
  readonly weightsOf: (channels: number) => StereoWeights;
}

/** No more of one file than this is kept of what was read. */
const READ_CACHE_BYTES = 8 * 2 ** 20;
const ATTEMPTS = 3;
/** Containers that hold their media themselves; others are played from their stand-in. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, FLAC, ADTS];

/**
 * Opens the bytes at an address; the facts say what there is to be found. Throws {@link UnplayableError} when this
 * browser cannot decode its picture, and what reading throws.
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

/** Times of an MP3 count from its first packet, priming included; other containers take it off themselves. */
function primingIn({ container, audio }: MediaFacts): number {
  return container === 'mp3' && audio !== null ? audio.priming / audio.sampleRate : 0;
}

/** Sound that cannot be decoded is not heard; the picture is shown all the same. */
async function openSound(
  input: Input,
  { startSeconds, endSeconds, channels, channelLayout }: NonNullable<MediaFacts['audio']>,
  primingSeconds: number,
): Promise<SoundTrack | null> {
  const track = await input.getPrimaryAudioTrack();
  if (track === null || !(await track.canDecode())) return null;
  // Encoders put samples before the first; they are before the beginning and not heard.
  const offsetSeconds = Math.max(0, await track.getFirstTimestamp()) + primingSeconds - startSeconds;
  return {
    samples: () => new AudioSampleSink(track),
    sampleRate: () => track.getSampleRate(),
    offsetSeconds,
    endSeconds,
    // A stand-in has two channels, and so may sound of which a browser decodes a part.
    weightsOf: (decoded) =>
      stereoMix({ channels: decoded, channelLayout: decoded === channels ? channelLayout : null }).weights,
  };
}

/** Frames before the container's zero are there to be decoded and not to be shown: an edit list begins behind them. */
async function firstShown(track: InputVideoTrack): Promise<number> {
  const first = await track.getFirstTimestamp();
  if (first >= 0) return first;
  const sink = new EncodedPacketSink(track);
  let earliest = Number.POSITIVE_INFINITY;
  // In decoding order a frame may stand a few places behind one that is shown after it.
  let behind = 0;
  for await (const packet of sink.packets(undefined, undefined, { metadataOnly: true })) {
    if (packet.timestamp >= 0) {
      earliest = Math.min(earliest, packet.timestamp);
      behind += 1;
    }
    if (behind > REORDERED) break;
  }
  return Number.isFinite(earliest) ? earliest : first;
}

/** H.264 and H.265 hold back at most 16 frames. */
const REORDERED = 16;
