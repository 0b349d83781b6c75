import type { Demuxer } from '../sources/containers/demuxer.ts';
import type { MediaFacts } from '../sources/facts/media-facts.ts';
import type { PictureDetails } from './source-details.ts';

export type ProxyReason = 'container' | 'video-codec' | 'audio-codec' | 'pixel-format' | 'hdr' | 'color';

export interface Playability {
  /** Whether a browser of the Chromium family decodes it. */
  readonly playable: boolean;
  /** Whether what it would show is not what is rendered. */
  readonly needsProxy: boolean;
  readonly proxyReasons: readonly ProxyReason[];
}

const CONTAINERS: ReadonlySet<Demuxer> = new Set(['mov', 'matroska', 'mp3', 'wav', 'ogg', 'flac', 'aac']);
const PICTURES: ReadonlySet<string> = new Set(['h264', 'vp8', 'vp9', 'av1']);
const SOUNDS = /^(?:aac|opus|mp3|flac|vorbis|pcm_(?:u8|s16le|s24le|s32le|f32le))$/;
/** Eight bits, a quarter of the colours: what hardware and software decoders all have. */
const PIXEL_FORMATS: ReadonlySet<string> = new Set(['yuv420p', 'yuvj420p', 'yuva420p']);
/** With lines of its own for high definition: there, what a file does not say is taken for BT.709 from here on. */
const CHROMIUM_HD_LINES = 720;

/** Whether a browser plays a source by itself, and shows the colours that the engine makes of it. */
export function playability({ demuxer, video, audio }: MediaFacts, details: PictureDetails | null): Playability {
  const reasons: ProxyReason[] = [];
  if (!CONTAINERS.has(demuxer)) reasons.push('container');
  if (video !== null && !PICTURES.has(video.codec)) reasons.push('video-codec');
  if (audio !== null && !SOUNDS.test(audio.codec)) reasons.push('audio-codec');
  if (video !== null && !PIXEL_FORMATS.has(video.pixelFormat)) reasons.push('pixel-format');
  const playable = reasons.length === 0;
  if (video !== null && video.transfer !== 'sdr') reasons.push('hdr');
  else if (video !== null && details !== null && !hasUsualColors(video, details)) reasons.push('color');
  return { playable, needsProxy: reasons.length > 0, proxyReasons: reasons };
}

function hasUsualColors(video: NonNullable<MediaFacts['video']>, { saysMatrix }: PictureDetails): boolean {
  if (saysMatrix) return video.matrix === 'bt709' || video.matrix === 'bt601';
  return video.matrix === (video.displayHeight >= CHROMIUM_HD_LINES ? 'bt709' : 'bt601');
}

const TYPES: Readonly<Partial<Record<Demuxer, readonly [picture: string, sound: string]>>> = {
  mov: ['video/mp4', 'audio/mp4'],
  matroska: ['video/webm', 'audio/webm'],
  ogg: ['video/ogg', 'audio/ogg'],
  mp3: ['audio/mpeg', 'audio/mpeg'],
  wav: ['audio/wav', 'audio/wav'],
  flac: ['audio/flac', 'audio/flac'],
  aac: ['audio/aac', 'audio/aac'],
  mpegts: ['video/mp2t', 'video/mp2t'],
  mpeg: ['video/mpeg', 'audio/mpeg'],
  avi: ['video/x-msvideo', 'video/x-msvideo'],
  flv: ['video/x-flv', 'video/x-flv'],
  asf: ['video/x-ms-wmv', 'audio/x-ms-wma'],
  gif: ['image/gif', 'image/gif'],
};

/** The media type by what a source is, whatever it was called. */
export function contentTypeOf({ demuxer, video }: MediaFacts): string {
  const [picture, sound] = TYPES[demuxer] ?? ['application/octet-stream', 'application/octet-stream'];
  return video === null ? sound : picture;
}
