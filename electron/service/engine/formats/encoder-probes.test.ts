import { readFile, realpath, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { findMediaTools } from '#service/ffmpeg/find-tools.ts';
import { fakeTool } from '#service/testing/fake-tool.ts';
import { nvencFfmpeg } from '#service/testing/nvenc-ffmpeg.ts';
import { testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { createEncoderProbes } from './encoder-probes.ts';

const tools = (SCENEWRIGHT_FFMPEG: string) => findMediaTools({ ...process.env, SCENEWRIGHT_FFMPEG });

describe('a hardware encoder', () => {
  it('is probed once, and is available if it encodes frames', async () => {
    await using folder = await temporaryFolder();
    const { ffmpeg, log } = await nvencFfmpeg(folder.path);
    const probes = createEncoderProbes();
    const found = await tools(ffmpeg);
    expect(await probes.try(found, 'nvenc')).toEqual({ available: true });
    await probes.require(found, 'nvenc');
    expect(await readFile(log, 'utf8')).toBe('nvenc\n');
  });

  it('is probed again after the program was replaced', async () => {
    await using folder = await temporaryFolder();
    const { ffmpeg, log } = await nvencFfmpeg(folder.path);
    const probes = createEncoderProbes();
    await probes.try(await tools(ffmpeg), 'nvenc');
    await writeFile(ffmpeg, `${await readFile(ffmpeg, 'utf8')}\n# another one\n`);
    await probes.try(await tools(ffmpeg), 'nvenc');
    expect(await readFile(log, 'utf8')).toBe('nvenc\nnvenc\n');
  });

  it('is unavailable if FFmpeg was built without it', async () => {
    const found = await testTools();
    const without = { ...found, encoders: new Set([...found.encoders].filter((name) => name !== 'h264_amf')) };
    const probes = createEncoderProbes();
    expect(await probes.try(without, 'amf')).toEqual({ available: false, reason: 'not-in-ffmpeg', detail: null });
    await expect(probes.require(without, 'amf')).rejects.toMatchObject({
      code: 'render/encoder-unavailable',
      message: expect.stringContaining('AMD AMF: this FFmpeg was built without `h264_amf`.'),
    });
  });

  it('is unavailable if FFmpeg lists it but the machine has no device', async () => {
    await using folder = await temporaryFolder();
    const { ffmpeg } = await testTools();
    const script = `
case "$*" in *h264_nvenc*) echo 'Cannot load libcuda.so.1' >&2; exit 1 ;; esac
exec ${await realpath(ffmpeg)} "$@"`;
    const found = await tools(await fakeTool(folder.path, 'ffmpeg-without-card', script));
    const probe = await createEncoderProbes().try({ ...found, encoders: new Set(['h264_nvenc']) }, 'nvenc');
    expect(probe).toEqual({ available: false, reason: 'no-device', detail: 'Cannot load libcuda.so.1' });
  });
});
