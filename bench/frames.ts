import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectOverHttp, openAgentService } from '#service/agents/testing/agent-client.ts';
import { SOURCE_SECONDS, SOURCES, TAKE } from './films.ts';
import { makeMedia } from './media.ts';
import { promisedRow } from './promised.ts';
import type { RenderBench } from './renders.ts';
import type { Row } from './report.ts';

/** The promised times in seconds for an exact frame, and for a contact sheet of {@link PICTURES} frames. */
const FRAME_SECONDS = 0.2;
const SHEET_SECONDS = 0.6;
const PICTURES = 12;
const [CLIP = 'one.mp4'] = SOURCES;

/** The sources by the distance of their sync frames. */
const FILMS = { 'often in sync': CLIP, 'rarely in sync': TAKE };

/**
 * Measures one exact frame as PNG and a contact sheet, both of a titled video in 720p, from a warm service. Each request
 * has another in-point, so that no decoded frame is cached.
 */
export async function benchFrames({ rounds, folder, tools }: RenderBench): Promise<readonly Row[]> {
  await makeMedia(tools.ffmpeg, folder);
  await using service = await openAgentService();
  await using agent = await connectOverHttp(service);
  const project = await service.createProject();
  const rows: Row[] = [];
  for (const [name, source] of Object.entries(FILMS)) {
    await service.putAsset(project, source, await readFile(join(folder, source)));
    const frames: number[] = [];
    const sheets: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const xml = titledVideo(source, round + 1, rounds + 2);
      const body = new URLSearchParams({ template: xml, frame: '100' });
      const frame = await seconds(async () => {
        await (await service.fetch(`/v1/frame/local/${project}`, { method: 'POST', body })).arrayBuffer();
      });
      const sheet = await seconds(() => agent.call('view_frames', { project, xml, sheet: PICTURES }));
      // The first round loads the programs and the fonts.
      if (round > 0) {
        frames.push(frame);
        sheets.push(sheet);
      }
    }
    rows.push(
      promisedRow({ name: `frame, ${name}`, what: 'an exact frame of a titled video as PNG' }, FRAME_SECONDS, frames),
      promisedRow({ name: `sheet, ${name}`, what: `a contact sheet of ${PICTURES} frames` }, SHEET_SECONDS, sheets),
    );
  }
  return rows;
}

/** Returns a film of 10 s in 720p. Its in-point depends on the round. */
function titledVideo(source: string, round: number, rounds: number): string {
  const skip = Math.floor(((SOURCE_SECONDS - 10) * 30 * round) / rounds) / 30;
  return `<movie width="1280" height="720" framerate="30"><scene duration="10s">
    <video src="${source}" skip="${skip.toFixed(4)}s" duration="10s"/><text content="Round ${round}" size="80"/></scene></movie>`;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}
