import { createReadStream } from 'node:fs';
import type { DesignLanguage } from '#shared/designs/design-file.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import type { EditingStore } from '../movies/editing-store.ts';
import { editingText } from '../movies/editing-text.ts';
import type { TemplateStore } from '../movies/template-store.ts';
import type { ProjectUid } from '../storage/ports.ts';
import type { Workspace } from '../storage/stores.ts';
import { provideSampleMedia } from './sample-media.ts';
import { filmXml, greetingRecord, greetingXml } from './sample-templates.ts';
import { type SampleWords, sampleWords } from './sample-words.ts';

export interface Sample {
  readonly uid: ProjectUid;
  readonly name: string;
  /** The one to open first. */
  readonly template: string;
}

/** Makes projects that there is something to see in: clips, music, a film, and a template with variables. */
export interface SampleMaker {
  /**
   * A new project each time; its clips and music are computed once. Throws `ffmpeg/…`, `render/format-unavailable`, `storage/…`
   * and the signal's reason; there is no project then.
   */
  readonly create: (language: DesignLanguage, signal: AbortSignal) => Promise<Sample>;
  /** Ends what is being computed. */
  readonly stop: () => Promise<void>;
}

interface SampleDependencies {
  readonly workspace: Workspace;
  readonly templates: TemplateStore;
  readonly editing: EditingStore;
  /** Throws `ffmpeg/not-found`. */
  readonly tools: () => Promise<MediaTools>;
}

/** Files by the names of their assets. */
type Media = ReadonlyMap<string, string>;

export function createSampleMaker(dependencies: SampleDependencies): SampleMaker {
  const { workspace, tools } = dependencies;
  const stopping = new AbortController();
  let making: Promise<Media> | null = null;

  /** One computation for all who wait for it; it goes on if they leave, because the next will ask for the same. */
  const media = (): Promise<Media> => {
    making ??= tools()
      .then((found) => provideSampleMedia(workspace.workspace, found, stopping.signal))
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
