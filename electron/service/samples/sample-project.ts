import { createReadStream } from 'node:fs';
import type { DesignLanguage } from '../../../shared/designs/design-file.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import type { EditingStore } from '../movies/editing-store.ts';
import { editingText } from '../movies/editing-text.ts';
import type { TemplateStore } from '../movies/template-store.ts';
import type { ProjectUid } from '../storage/ports.ts';
import type { Workspace } from '../storage/stores.ts';
import type { ClipName } from './clip-recipes.ts';
import { provideSampleClips } from './sample-media.ts';
import { sampleTexts } from './sample-templates.ts';

export interface Sample {
  readonly uid: ProjectUid;
  readonly name: string;
  /** The one to open first. */
  readonly template: string;
}

/** Makes projects that there is something to see in: clips, a film, and a template with variables. */
export interface SampleMaker {
  /**
   * A new project each time, with names and texts in a language; its clips are computed once. Throws `ffmpeg/…`, `render/format-unavailable`, `storage/…`
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

type Clips = ReadonlyMap<ClipName, string>;

export function createSampleMaker(dependencies: SampleDependencies): SampleMaker {
  const { workspace, tools } = dependencies;
  const stopping = new AbortController();
  let making: Promise<Clips> | null = null;

  /** One computation for all who wait for it; it goes on if they leave, because the next will ask for the same. */
  const clips = (): Promise<Clips> => {
    making ??= tools()
      .then((found) => provideSampleClips(workspace.workspace, found, stopping.signal))
      .finally(() => {
        making = null;
      });
    return making;
  };
  return {
    create: async (language, signal) => {
      const files = await clips();
      signal.throwIfAborted();
      const texts = sampleTexts(language);
      const { uid, name } = workspace.projects.create(texts.project);
      try {
        await fill(uid, files, texts, dependencies, signal);
      } catch (error) {
        await workspace.projects.delete(uid);
        throw error;
      }
      return { uid, name, template: texts.film.name };
    },
    stop: async () => {
      stopping.abort();
      await making?.catch(() => undefined);
    },
  };
}

async function fill(
  uid: ProjectUid,
  files: Clips,
  { film, greeting }: ReturnType<typeof sampleTexts>,
  { workspace, templates, editing }: SampleDependencies,
  signal: AbortSignal,
): Promise<void> {
  for (const [clip, file] of files) {
    const stream = createReadStream(file);
    const limitBytes = Number.POSITIVE_INFINITY;
    await workspace.assets.create(uid, `${clip}.mp4`, { stream, contentType: null, sha256: null, limitBytes, signal });
  }
  const encoder = new TextEncoder();
  await templates.save(uid, film.name, encoder.encode(film.xml));
  await templates.save(uid, greeting.name, encoder.encode(greeting.xml));
  editing.save(uid, greeting.name, await editingText(greeting.record));
}
