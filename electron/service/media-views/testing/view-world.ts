import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceConfig } from '../../service-config.ts';
import { ffmpeg } from '../../testing/make-media.ts';
import { COUNTER_HEIGHT, COUNTER_WIDTH, readCounters } from '../../testing/measure-film.ts';
import { openService, type TestService } from '../../testing/open-service.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

/** A running service with one project, and a folder for media. */
export interface ViewWorld extends AsyncDisposable {
  readonly service: TestService;
  readonly project: string;
  /** A path in the folder. */
  readonly at: (name: string) => string;
  /** Uploads a file of the folder under its name, or under another. */
  readonly add: (name: string, as?: string) => Promise<string>;
  /** Asks for a view of a source. */
  readonly view: (view: string, query: Readonly<Record<string, string>>, init?: RequestInit) => Promise<Response>;
  /** The numbers of the counted frames that a JPEG or PNG shows side by side. */
  readonly countersIn: (answer: Response, tiles?: number) => Promise<readonly number[]>;
}

export async function openViewWorld(config: Partial<ServiceConfig> = {}): Promise<ViewWorld> {
  const folder = await temporaryFolder();
  const service = await openService(config);
  const { uid: project } = await service.client.call('createProject', { parameters: { name: 'views' } });
  const at = (name: string) => join(folder.path, name);
  let answers = 0;
  return {
    service,
    project,
    at,
    add: async (name, as = name) => {
      const body = await readFile(at(name));
      const { etag } = await service.client.call('replaceAsset', { parameters: { project, name: as }, body });
      return etag;
    },
    view: (view, query, init) => service.fetch(`/v1/media/${project}/${view}?${new URLSearchParams(query)}`, init),
    countersIn: async (answer, tiles = 1) => {
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
      const path = at(`answer-${answers++}`);
      await writeFile(path, new Uint8Array(await answer.arrayBuffer()));
      const counters: number[] = [];
      for (let tile = 0; tile < tiles; tile++) {
        const cut = `crop=iw/${tiles}:ih:${tile}*iw/${tiles}:0,scale=${COUNTER_WIDTH}:${COUNTER_HEIGHT}:flags=neighbor`;
        await ffmpeg('-i', path, '-vf', cut, '-c:v', 'png', '-f', 'image2', '-update', '1', `${path}.png`);
        // Nothing here is black: what looks so is frame 0, which is darker in full range.
        counters.push(...(await readCounters(`${path}.png`)).map((counter) => Math.max(0, counter)));
      }
      return counters;
    },
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
