import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workshop } from '#service/engine/cache/workshop.ts';
import type { CachedFrames } from '#service/engine/compose/cached-frames.ts';
import { renderMovie } from '#service/engine/engine.ts';
import type { Quality } from '#service/engine/formats/format.ts';
import { encodersOf, type FormatName, formatOf } from '#service/engine/formats/formats.ts';
import type { FilmStream } from '#service/engine/make/follow-film.ts';
import type {
  RenderDependencies,
  RenderOutcome,
  RenderProgress,
  RenderResult,
} from '#service/engine/make/render-types.ts';
import { createFilmPlanner } from '#service/engine/plan/film-planner.ts';
import type { MemoryQueue } from '#service/engine/plan/memory-queue.ts';
import { findMediaTools } from '#service/ffmpeg/find-tools.ts';
import type { MediaTools } from '#service/ffmpeg/tools.ts';
import type { InstalledFont } from '#service/fonts/installed-fonts.ts';
import { photoCopy } from '#service/sources/photo-copy.ts';
import { requestedFacts } from '#service/sources/requested-facts.ts';
import { openSourceStore } from '#service/sources/source-store.ts';
import { steadySource } from '#service/sources/steady-copy.ts';
import { err, ok } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import type { FilmGain } from '#shared/sound/film-gain.ts';
import type { SourceKind } from '#shared/template/value-types/attribute-types.ts';
import { movieOf } from './plan-film.ts';

export interface FilmOptions {
  /** The folder with the media that `src` names. It also gets the films. */
  readonly folder: string;
  readonly format?: FormatName;
  readonly quality?: Quality;
  readonly maxBytes?: number;
  /** The receiver of the segments; a film with a receiver is streamed. */
  readonly stream?: FilmStream;
  /** The measured gain of the film; by default the engine measures it. */
  readonly gain?: FilmGain;
  readonly workshop?: Partial<Workshop>;
  readonly tools?: Partial<MediaTools>;
  readonly memory?: MemoryQueue;
  /** The cores to use; by default the cores of this machine. */
  readonly cores?: number;
  /** The cores that determine the bytes of the film; by default the cores of this machine. */
  readonly encodingCores?: number;
  /** Returns the fonts that were added to the program; by default none. */
  readonly fonts?: () => Promise<readonly InstalledFont[]>;
  readonly output?: string;
  readonly beforeMaking?: NonNullable<RenderDependencies['beforeMaking']>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RenderProgress) => void;
}

const NO_FRAMES: CachedFrames = { find: () => null, record: () => null };

/** Renders a template with the real engine. It has no cache unless the test requests one. */
export async function tryFilm(xml: string, options: FilmOptions): Promise<RenderResult> {
  const { folder, format = 'mp4', quality = 'standard' } = options;
  const tools = { ...(await testTools()), ...options.tools };
  return renderMovie(
    {
      film: createFilmPlanner(movieOf(xml)),
      format,
      quality,
      ...(options.gain === undefined ? {} : { gain: options.gain }),
      maxBytes: options.maxBytes ?? null,
      isStreamed: options.stream !== undefined,
      output: options.output ?? join(folder, `film.${formatOf(format).extension}`),
    },
    {
      tools,
      workshop: { folder: join(folder, 'workshop'), isCacheOn: false, limitBytes: 2 ** 30, ...options.workshop },
      locate: locateIn(folder),
      stream: options.stream ?? null,
      ...(options.fonts === undefined ? {} : { addedFonts: options.fonts }),
      // Do not share decoded frames between tests.
      frames: NO_FRAMES,
      ...(options.memory === undefined ? {} : { memory: options.memory }),
      ...(options.cores === undefined ? {} : { cores: options.cores }),
      ...(options.encodingCores === undefined ? {} : { encodingCores: options.encodingCores }),
      ...(options.beforeMaking === undefined ? {} : { beforeMaking: options.beforeMaking }),
    },
    {
      signal: options.signal ?? new AbortController().signal,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    },
  );
}

/** Does the same as {@link tryFilm}; throws if the sources have faults. */
export async function renderFilm(xml: string, options: FilmOptions): Promise<RenderOutcome> {
  const result = await tryFilm(xml, options);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

let found: Promise<MediaTools> | null = null;

/** Returns the FFmpeg of this machine. A run of the tests searches for it only once. */
export function testTools(): Promise<MediaTools> {
  const cacheFolder = process.env['SCENEWRIGHT_TEST_MEDIA'];
  found ??= findMediaTools(process.env, cacheFolder === undefined ? {} : { cacheFolder });
  return found;
}

/** Returns the formats that the FFmpeg of this machine can make. The FFmpeg of the packages has no encoder for HEVC. */
export async function availableFormats<Name extends FormatName>(names: readonly Name[]): Promise<readonly Name[]> {
  const { encoders } = await testTools();
  return names.filter((name) => encodersOf(formatOf(name)).every((encoder) => encoders.has(encoder)));
}

const factsFound = new Map<string, Awaited<ReturnType<typeof requestedFacts>>>();

/** Returns the facts of a file. Equal bytes are probed only once, as in the product, which stores facts. */
async function factsOnce(
  file: { readonly path: string; readonly sha256: string },
  kind: SourceKind,
  signal: AbortSignal,
): ReturnType<typeof requestedFacts> {
  const key = `${kind} ${file.sha256}`;
  const facts =
    factsFound.get(key) ?? (await requestedFacts(file, kind, await testTools(), { cacheFolder: null, signal }));
  if (facts.ok) factsFound.set(key, facts);
  return facts;
}

/** Locates the files of a folder like the engine's locators. */
export function locateIn(folder: string): RenderDependencies['locate'] {
  return async ({ source, kind }, signal) => {
    if (source.kind === 'url')
      return err({ code: 'source/refused', says: message('source/told', { words: 'tests render local files' }) });
    const path = join(folder, source.name);
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null)
      return err({
        code: 'source/unreadable',
        says: message('source/told', { words: `${source.name} cannot be read` }),
      });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const store = openSourceStore(join(folder, 'sources'));
    const photo = kind === 'image' ? await photoCopy({ path, sha256 }, { store, cacheFolder: null, signal }) : null;
    if (photo?.ok === true) return photo;
    const facts = photo ?? (await factsOnce({ path, sha256 }, kind, signal));
    if (!facts.ok) {
      const { code, reason } = facts.error;
      return err({ code, says: message('source/unusable', { name: source.name, reason }) });
    }
    if (!('demuxer' in facts.value)) return ok({ path, sha256, facts: facts.value });
    const steadying = { tools: await testTools(), store, cacheFolder: null };
    const steady = await steadySource({ path, sha256 }, facts.value, { ...steadying, signal });
    if (steady.ok) return steady;
    const says = message('source/unusable', { name: source.name, reason: steady.error });
    return err({ code: 'source/unreadable', says });
  };
}
