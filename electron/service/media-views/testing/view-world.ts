import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceConfig } from '#service/service-config.ts';
import { ffmpeg } from '#service/testing/make-media.ts';
import { COUNTER_HEIGHT, COUNTER_WIDTH, counterInRow } from '#service/testing/measure-film.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';

/** A running service with one project, and a folder for its media. */
export interface ViewWorld extends AsyncDisposable {
  readonly service: TestService;
  readonly project: string;
  /** Returns a path in the folder. */
  readonly at: (name: string) => string;
  /** Uploads a file of the folder, by default under its own name. */
  readonly add: (name: string, as?: string) => Promise<string>;
  /** Returns the media facts in the list of assets. */
  readonly media: (name: string) => Promise<{ readonly faults?: readonly object[] | undefined } | null>;
  /** Requests a view of a source. */
  readonly view: (view: string, query: Readonly<Record<string, string>>, init?: RequestInit) => Promise<Response>;
  /** Returns the counters of the frames in these pictures. Each picture has the same number of tiles. */
  readonly countersIn: (answers: readonly Response[], tiles?: number) => Promise<readonly number[]>;
}

export async function openViewWorld(config: Partial<ServiceConfig> = {}): Promise<ViewWorld> {
  const folder = await temporaryFolder();
  const service = await openService(config);
  const project = await service.createProject('views');
  const at = (name: string) => join(folder.path, name);
  return {
    service,
    project,
    at,
    add: async (name, as = name) => {
      const body = await readFile(at(name));
      const { etag } = await service.putAsset(project, as, body);
      return etag;
    },
    media: async (name) => (await service.listAssets(project)).find((asset) => asset.name === name)?.media ?? null,
    view: (view, query, init) => service.fetch(`/v1/media/${project}/${view}?${new URLSearchParams(query)}`, init),
    countersIn: async (answers, tiles = 1) => {
      const path = at('answers');
      await writeFile(path, Buffer.concat(await Promise.all(answers.map(bytesOf))));
      const width = tiles * COUNTER_WIDTH;
      const scaled = `scale=${width}:${COUNTER_HEIGHT}:flags=neighbor,format=gray`;
      const shown = await ffmpeg('-i', path, '-vf', scaled, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-');
      return Array.from({ length: tiles * Math.floor(shown.length / (width * COUNTER_HEIGHT)) }, (_, index) => {
        const from = Math.floor(index / tiles) * width * COUNTER_HEIGHT + (index % tiles) * COUNTER_WIDTH;
        // No frame of the source is black. A frame that appears black is frame 0, which is darker in full range.
        return Math.max(0, counterInRow(shown.subarray(from + (COUNTER_HEIGHT / 2) * width)));
      });
    },
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function bytesOf(answer: Response): Promise<Uint8Array> {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return new Uint8Array(await answer.arrayBuffer());
}
