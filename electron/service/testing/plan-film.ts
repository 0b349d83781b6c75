import type { Quality } from '#service/engine/formats/format.ts';
import type { FormatName } from '#service/engine/formats/formats.ts';
import type { HardwareName } from '#service/engine/formats/hardware-encoders.ts';
import type { KeyedPart, Part } from '#service/engine/parts/part.ts';
import type { SceneSources } from '#service/engine/parts/scene-source.ts';
import { planRender, type RenderPlan } from '#service/engine/plan/plan.ts';
import type { FilmSources } from '#service/engine/plan/planned-sources.ts';
import type { AudioFacts, MediaFacts, VideoFacts } from '#service/sources/facts/media-facts.ts';
import { readCaptions } from '#shared/captions/read-captions.ts';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { videosIn } from '#shared/template/movie/used-sources.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { playedLayers } from '#shared/timeline/build-timeline.ts';

/** Reads a valid template of a test. */
export function movieOf(xml: string): Movie {
  const { source, problems } = readTemplate(xml);
  const document = required(source, JSON.stringify(problems)).document;
  const { movie, findings } = resolveTemplate(document, { values: new Map(), missing: 'error' });
  return required(movie, JSON.stringify(findings));
}

const VIDEO: VideoFacts = {
  streamIndex: 0,
  codec: 'h264',
  decoder: null,
  codedWidth: 320,
  codedHeight: 180,
  displayWidth: 320,
  displayHeight: 180,
  rotation: 0,
  pixelFormat: 'yuv420p',
  hasAlpha: false,
  frameRate: { numerator: 25, denominator: 1 },
  startSeconds: 0,
  endSeconds: 60,
  gaps: [],
  fields: null,
  keyFrames: [],
  matrix: 'bt709',
  range: 'limited',
  transfer: 'sdr',
};

const AUDIO: AudioFacts = {
  streamIndex: 1,
  codec: 'aac',
  channels: 2,
  channelLayout: 'stereo',
  sampleRate: 48_000,
  startSeconds: 0,
  endSeconds: 60,
  gaps: [],
  priming: 0,
  padding: 0,
  leadSeconds: 0,
};

/** Returns the facts of an MP4 of one minute at 320×180, BT.709, with sound. Null omits the stream. */
export function factsOf(
  video: Partial<VideoFacts> | null = {},
  audio: Partial<AudioFacts> | null = {},
  demuxer: MediaFacts['demuxer'] = 'mov',
): MediaFacts {
  return {
    demuxer,
    durationSeconds: 60,
    video: video && { ...VIDEO, ...video },
    audio: audio && { ...AUDIO, ...audio },
    damage: null,
    changes: [],
  };
}

export interface PlanOptions {
  readonly format?: FormatName;
  readonly quality?: Quality;
  readonly hardware?: HardwareName | null;
  /** The facts by the name in `src`; the default is {@link factsOf}. */
  readonly facts?: Readonly<Record<string, MediaFacts>>;
  /** The digests by the name in `src`; the default is the name itself. */
  readonly digests?: Readonly<Record<string, string>>;
  /** The texts of caption files by the name in `src`. */
  readonly captions?: Readonly<Record<string, string>>;
  readonly filters?: readonly string[];
  /** The version of FFmpeg. */
  readonly toolsVersion?: string;
}

/** Plans the film of a template. The files of the film need not exist. */
export function planFilm(xml: string, options: PlanOptions = {}): RenderPlan {
  const movie = movieOf(xml);
  const layers = videosIn(playedLayers(movie));
  const sources = layers.map(({ id, source }) => {
    const name = source.kind === 'asset' ? source.name : source.url;
    const facts = options.facts?.[name] ?? factsOf();
    return [id, { sha256: options.digests?.[name] ?? name, facts }] as const;
  });
  const { format = 'mp4', quality = 'standard', hardware = null, filters = ['zscale', 'tonemap'] } = options;
  const { toolsVersion = '5.1' } = options;
  const captions = new Map(
    playedLayers(movie).flatMap((layer) => {
      if (layer.kind !== 'captions' || layer.source?.kind !== 'asset') return [];
      const read = readCaptions(required(options.captions?.[layer.source.name], 'the text of captions'));
      return read.ok ? [[layer.id, read.value] as const] : [];
    }),
  );
  const found = { sources: { ...ofMedia(new Map(sources)), captions }, filters: new Set(filters), toolsVersion };
  return planRender({ movie, format, quality, hardware, ...found });
}

/** Returns the sources of a film with video and audio only. */
export function ofMedia(media: SceneSources): FilmSources {
  return {
    media,
    images: new Map(),
    moving: new Map(),
    vectors: new Map(),
    tables: new Map(),
    captions: new Map(),
    fonts: () => ({ fonts: [], files: [] }),
  };
}

/** Returns a part that FFmpeg makes alone. Throws for a composed part. */
export function graphPart(keyed: KeyedPart | null | undefined): Part {
  const { part } = required(keyed, 'a part');
  if (part.kind === 'composed') throw new Error('a part that is composed');
  return part;
}
