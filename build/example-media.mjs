import { statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { hasExampleMedia, makeExampleMedia } from '../examples/make-media.mjs';
import { buildBundles } from './bundles.mjs';
import { withLock } from './lock.mjs';
import { SetUpError, say } from './set-up-error.mjs';

/** Makes the missing clips of the examples. The bundle of the service contains their recipes. */
export async function provideExampleMedia() {
  await withLock(() => buildBundles(process.execPath, ['service']));
  if (await hasExampleMedia()) return;
  await withLock(async () => {
    // Check again, because another process can have made the clips before this process got the lock.
    if (await hasExampleMedia()) return;
    say('Creating the clips for the examples (once, about ten seconds) …');
    const failure = await makeExampleMedia(ffmpegProgram());
    if (failure !== null) throw new SetUpError('FFmpeg could not create the clips for the examples:', failure);
  });
}

/** Returns the FFmpeg program. As in the service, the configured path can name the program or its folder. */
function ffmpegProgram() {
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  const configured = process.env['SCENEWRIGHT_FFMPEG'] ?? '';
  if (configured === '') return name;
  return statSync(configured, { throwIfNoEntry: false })?.isDirectory() ? path.join(configured, name) : configured;
}
