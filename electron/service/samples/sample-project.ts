import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { DesignLanguage } from '#shared/designs/design-file.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import type { EditingStore } from '../movies/editing-store.ts';
import { editingText } from '../movies/editing-text.ts';
import type { TemplateStore } from '../movies/template-store.ts';
import type { ProjectUid } from '../storage/ports.ts';
import type { Workspace } from '../storage/stores.ts';
import { runPool } from '../waiting/pool.ts';
import { type ClipShape, clipArguments, clipNames, MUSIC_NAME, MUSIC_SECONDS, musicArguments } from './clip-recipes.ts';
import { filmXml, greetingRecord, greetingXml } from './sample-templates.ts';
import { type SampleWords, sampleWords } from './sample-words.ts';

export interface Sample {
  readonly uid: ProjectUid;
  readonly name: string;
  /** The template to open first. */
  readonly template: string;
}

/** Makes sample projects with clips, music, a film, and a template with variables. */
export interface SampleWriter {
  /**
   * Makes a new project each time. Computes its clips and music only once. Throws `ffmpeg/…`,
   * `render/format-unavailable`, `storage/…`, and the signal's reason. After an error, no project remains.
   */
  readonly create: (language: DesignLanguage, signal: AbortSignal) => Promise<Sample>;
  /** Stops the running computation. */
  readonly stop: () => Promise<void>;
}

interface SampleDependencies {
  readonly workspace: Workspace;
  readonly templates: TemplateStore;
  readonly editing: EditingStore;
  /** Returns FFmpeg. Throws `ffmpeg/not-found`. */
  readonly tools: () => Promise<MediaTools>;
}

/** The files by asset name. */
type Media = ReadonlyMap<string, string>;

export function createSampleWriter(dependencies: SampleDependencies): SampleWriter {
  const { workspace, tools } = dependencies;
  const stopping = new AbortController();
  let making: Promise<Media> | null = null;

  /**
   * The computation, which all callers share. It continues if they disconnect, because the next caller needs the same
   * files.
   */
  const media = (): Promise<Media> => {
    making ??= tools()
      .then((mediaTools) => provideSampleMedia(workspace.workspace, mediaTools, stopping.signal))
      .finally(() => {
        making = null;
      });
    return making;
  };
  return {
    create: async (language, signal) => {
      const words = sampleWords[language];
      const files = await media();
      signal.throwIfAborted();
      const { uid, name } = workspace.projects.create(words.project);
      try {
        await fill(uid, { files, words }, dependencies, signal);
      } catch (error) {
        await workspace.projects.delete(uid);
        throw error;
      }
      return { uid, name, template: words.film };
    },
    stop: async () => {
      stopping.abort();
      await making?.catch(() => undefined);
    },
  };
}

async function fill(
  uid: ProjectUid,
  { files, words }: { readonly files: Media; readonly words: SampleWords },
  { workspace, templates, editing }: SampleDependencies,
  signal: AbortSignal,
): Promise<void> {
  for (const [name, file] of files) {
    const stream = createReadStream(file);
    const limitBytes = Number.POSITIVE_INFINITY;
    await workspace.assets.create(uid, name, { stream, contentType: null, sha256: null, limitBytes, signal });
  }
  const encoder = new TextEncoder();
  await templates.save(uid, words.film, encoder.encode(filmXml(words)));
  await templates.save(uid, words.greeting, encoder.encode(greetingXml(words)));
  editing.save(uid, words.greeting, await editingText(greetingRecord(words)));
}

/** The shape of the clips: small enough to be made in seconds, and large enough to look good. */
const SHAPE: ClipShape = { height: 540, seconds: 4 };
/** The maximum number of clips that are made at the same time, because FFmpeg uses several threads for each. */
const AT_ONCE = 2;
const MAX_CLIP = 20 * 2 ** 20;

/** A file of the sample project. */
interface Recipe {
  /** The name of the asset. */
  readonly name: string;
  readonly arguments: readonly string[];
  readonly seconds: number;
}

const recipes: readonly Recipe[] = [
  ...clipNames.map((name) => ({
    name: `${name}.mp4`,
    arguments: clipArguments(name, SHAPE),
    seconds: SHAPE.seconds,
  })),
  { name: MUSIC_NAME, arguments: musicArguments(16_000), seconds: MUSIC_SECONDS },
];

/**
 * Returns the clips and the music of the sample project as files by asset name. Makes missing files and stores them in
 * `samples/` of the workspace under a digest of their recipe. Calls must not overlap. Throws `ffmpeg/…`,
 * `render/format-unavailable`, and the signal's reason.
 */
export async function provideSampleMedia(
  workspace: string,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const folder = join(workspace, 'samples');
  const files = recipes.map((recipe) => [recipe, join(folder, fileName(recipe, tools))] as const);
  await mkdir(folder, { recursive: true });
  await runPool(files, AT_ONCE, signal, async ([recipe, file], either) => {
    if (!(await exists(file))) await make(recipe, file, tools, either);
  });
  return new Map(files.map(([{ name }, file]) => [name, file]));
}

/** Returns a file name that changes with the data that determine the bytes of the file. */
function fileName({ name, arguments: ffmpegArguments }: Recipe, { version }: MediaTools): string {
  const digest = createHash('sha256').update(JSON.stringify([version, ffmpegArguments]));
  return `${digest.digest('hex')}${extname(name)}`;
}

async function make(
  { arguments: ffmpegArguments, seconds }: Recipe,
  file: string,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<void> {
  if (!tools.encoders.has('libx264'))
    throw new ServiceError('render/format-unavailable', message('detail/brackets', { words: 'H.264' }));
  const unfinished = `${file}.unfinished`;
  try {
    await runTool({
      program: tools.ffmpeg,
      arguments: ['-y', ...ffmpegArguments, `file:${unfinished}`],
      signal,
      durationSeconds: seconds,
      outputLimitBytes: MAX_CLIP,
    });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    return (await stat(file)).size > 0;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}
