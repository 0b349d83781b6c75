import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleFonts } from '#service/drawings/testing/sample-fonts.ts';
import { makeSound } from '#service/testing/make-media.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import type { TestClient } from '#service/testing/test-client.ts';
import { sampleImage } from '#shared/drawings/testing/sample-images.ts';
import { required } from '#shared/lib/assert.ts';
import { tinyClip } from './job-world.ts';

export const RICH_SIZE = { width: 64, height: 64 } as const;

/**
 * A film of three scenes and 26 frames with all kinds of layers. The first scene shows the name in a project font, and
 * the second scene has an image in a group. A transition leads to the third scene, which has a choice. The film also
 * has a clip and music.
 */
export const RICH_FILM = `<movie width="64" height="64" framerate="10">
  <resources><font family="Brand" src="brand.ttf"/></resources>
  <audio src="music.wav" volume="0.5" fadeout="5"/>
  <scene duration="10" background="#203040">
    <text content="\${name, שלום}" font="Brand" size="14" width="60" height="20" xalign="center" color="\${ink, #ffcc00}"
          offset="\${wait, 2}" opacity="\${strength, 0.8}"/>
  </scene>
  <scene duration="10">
    <video src="clip.mp4"/>
    <group width="48" height="32" rotation="10"><image src="logo.png"/><solid color="#ff000080" height="8"/></group>
  </scene>
  <transition type="crossfade" duration="4"/>
  <scene type="choice" condition="\${plan, gold}">
    <scene case="gold" duration="10" background="#806020"><shape type="ellipse" fill="#ffee00"/></scene>
    <scene duration="10" background="#808080"/>
  </scene>
</movie>`;
export const RICH_FRAMES = 26;
export const RICH_ASSETS = ['brand.ttf', 'clip.mp4', 'logo.png', 'music.wav'];

/** Creates a project with all files of {@link RICH_FILM} and its template `Rich`. */
export async function createRichProject(service: TestClient): Promise<string> {
  await using folder = await temporaryFolder();
  const project = await service.createProject();
  const music = await makeSound(join(folder.path, 'music.wav'), { seconds: 3 });
  const files: Readonly<Record<string, Uint8Array>> = {
    'brand.ttf': (await sampleFonts()).truetype,
    'clip.mp4': await tinyClip(folder.path),
    'logo.png': sampleImage('png'),
    'music.wav': await readFile(music),
  };
  for (const name of RICH_ASSETS) {
    const body = new Uint8Array(required(files[name], name));
    await service.putAsset(project, name, body);
  }
  await service.saveTemplate(project, 'Rich', RICH_FILM);
  return project;
}
