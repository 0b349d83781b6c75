import { copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timeByTurns } from './by-turns.ts';
import { HEIGHT, RATE, WIDTH } from './films.ts';
import { makeMedia } from './media.ts';
import type { RenderBench } from './renders.ts';
import type { Row } from './report.ts';
import { timedRun } from './timed-run.ts';
import {
  contentOf,
  FADE,
  LOGO,
  LOGO_NAME,
  makePictures,
  renderTitleFilm,
  SPEED,
  sourceOf,
  TITLE,
  type TitleFilm,
} from './titles.ts';

/** A program that makes films from web pages in a browser. The folder of the programs is `SCENEWRIGHT_PEERS`. */
export interface BrowserPeer {
  readonly name: 'hyperframes' | 'remotion';
  /** The name of the program in the table. */
  readonly words: string;
  /** Writes the film as a project of the program, and returns the arguments of Node that render it. */
  readonly prepare: (film: TitleFilm, project: string, peers: string, output: string) => Promise<readonly string[]>;
}

/** The x264 settings of `--quality high`, because HyperFrames has no preset between `ultrafast` and `medium`. */
const CRF = 16;

export const hyperframes: BrowserPeer = {
  name: 'hyperframes',
  words: 'HyperFrames with x264 `medium` at CRF 16',
  async prepare(film, project, peers, output) {
    await writeFile(join(project, 'index.html'), pageOf(film));
    await copyFile(join(peers, 'node_modules/gsap/dist/gsap.min.js'), join(project, 'gsap.min.js'));
    const program = join(peers, 'node_modules/hyperframes/bin/hyperframes.mjs');
    return [program, 'render', project, '-o', output, '-f', String(RATE), `--crf=${CRF}`, '--quiet'];
  },
};

export const remotion: BrowserPeer = {
  name: 'remotion',
  words: 'Remotion with x264 `medium` at CRF 16',
  async prepare(film, project, peers, output) {
    await writeFile(join(project, 'index.jsx'), componentOf(film));
    await symlink(join(peers, 'node_modules'), join(project, 'node_modules'));
    const program = join(peers, 'node_modules/@remotion/cli/remotion-cli.js');
    const encoding = ['--codec=h264', `--crf=${CRF}`, '--x264-preset=medium'];
    const browser = process.env['SCENEWRIGHT_CHROMIUM'];
    const found = browser === undefined ? [] : [`--browser-executable=${browser}`, '--chrome-mode=chrome-for-testing'];
    const line = ['render', join(project, 'index.jsx'), film.name, output, '--log=error', `--public-dir=${project}`];
    return [program, ...line, ...encoding, ...found];
  },
};

/** Times a film with moving titles and a logo, with equal x264 settings, against a program that draws in a browser. */
export async function benchBrowserPeer(
  film: TitleFilm,
  peer: BrowserPeer,
  { folder, tools, rounds }: RenderBench,
): Promise<readonly Row[]> {
  const peers = process.env['SCENEWRIGHT_PEERS'];
  if (peers === undefined) {
    console.log(`SCENEWRIGHT_PEERS is not set; the row of ${peer.name} is left out`);
    return [];
  }
  await makeMedia(tools.ffmpeg, folder);
  await makePictures(film, tools.ffmpeg, folder);
  const project = join(folder, peer.name);
  await rm(project, { recursive: true, force: true });
  await mkdir(project);
  const names = Array.from({ length: film.scenes }, (_, scene) => sourceOf(scene));
  for (const name of new Set([...names, LOGO_NAME])) await copyFile(join(folder, name), join(project, name));
  const line = await peer.prepare(film, project, peers, join(folder, `${film.name}-${peer.name}.mp4`));
  const browser = process.env['SCENEWRIGHT_CHROMIUM'];
  const environment = {
    DO_NOT_TRACK: '1',
    HYPERFRAMES_FFMPEG_PATH: tools.ffmpeg,
    ...(browser === undefined ? {} : { HYPERFRAMES_BROWSER_PATH: browser }),
  };
  return [
    await timeByTurns(
      {
        name: `${film.name}, cold, in high quality`,
        what: `${film.scenes} scenes of ${film.frames} frames with a moving, fading title and a logo`,
        against: peer.words,
        ours: () => renderTitleFilm(film, folder, ['--quality', 'high']),
        theirs: () => timedRun(process.execPath, line, environment),
      },
      rounds,
    ),
  ];
}

/** Returns the film as a page of HyperFrames. */
function pageOf({ name, scenes, frames }: TitleFilm): string {
  const seconds = frames / RATE;
  const fade = FADE / RATE;
  const all = Array.from({ length: scenes }, (_, scene) => scene);
  const clips = all.map((scene) => {
    const time = `data-start="${scene * seconds}" data-duration="${seconds}"`;
    return `
    <video id="clip${scene}" class="clip" ${time} data-track-index="0" data-media-start="${scene}" data-has-audio="true"
      src="${sourceOf(scene)}" playsinline></video>
    <div id="title${scene}" class="clip title" ${time} data-track-index="1">${contentOf(scene)}</div>`;
  });
  const moves = all.map((scene) => {
    const [start, target] = [scene * seconds, `'#title${scene}'`];
    return `
      .fromTo(${target}, { x: 0 }, { x: ${SPEED * frames}, duration: ${seconds}, ease: 'none' }, ${start})
      .fromTo(${target}, { opacity: 0 }, { opacity: 1, duration: ${fade}, ease: 'none' }, ${start})
      .to(${target}, { opacity: 0, duration: ${fade}, ease: 'none' }, ${start + seconds - fade})`;
  });
  return `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <script src="gsap.min.js"></script>
    <style>
      body { margin: 0; }
      #root { position: relative; width: ${WIDTH}px; height: ${HEIGHT}px; overflow: hidden; background: #000; }
      video { position: absolute; left: 0; top: 0; width: 100%; height: 100%; }
      .title { ${titleStyle} }
      #logo { position: absolute; left: ${LOGO.left}px; top: ${LOGO.top}px; z-index: 2; }
    </style>
  </head>
  <body>
    <div id="root" data-composition-id="${name}" data-width="${WIDTH}" data-height="${HEIGHT}" data-start="0"
      data-duration="${scenes * seconds}" data-fps="${RATE}">${clips.join('')}
    <img id="logo" class="clip" data-start="0" data-duration="${scenes * seconds}" data-track-index="2"
      src="${LOGO_NAME}" />
    </div>
    <script>
      window.__timelines = window.__timelines || {};
      window.__timelines['${name}'] = gsap.timeline({ paused: true })${moves.join('')};
    </script>
  </body>
</html>
`;
}

const titleStyle = [
  `position: absolute; left: ${TITLE.left}px; top: ${TITLE.top}px; width: ${TITLE.width}px; height: ${TITLE.height}px;`,
  'display: flex; align-items: center; justify-content: center; z-index: 1;',
  'font: 72px sans-serif; color: #fff; text-shadow: 0 3px 8px #000000a0;',
].join(' ');

/** Returns the film as a composition of Remotion. */
function componentOf({ name, scenes, frames }: TitleFilm): string {
  const sources = Array.from({ length: scenes }, (_, scene) => [sourceOf(scene), contentOf(scene), scene * RATE]);
  const style = Object.fromEntries(
    titleStyle
      .split(';')
      .map((part) => part.split(': ').map((word) => word.trim()))
      .filter((part) => part.length === 2)
      .map(([key = '', value = '']) => [key.replace(/-\w/g, (letter) => letter.slice(1).toUpperCase()), value]),
  );
  return `import React from 'react';
import { Composition, Img, interpolate, OffthreadVideo, registerRoot, Sequence, staticFile, useCurrentFrame } from 'remotion';

const Title = ({ content }) => {
  const frame = useCurrentFrame();
  const opacity = interpolate(frame, [0, ${FADE}, ${frames - FADE}, ${frames}], [0, 1, 1, 0]);
  const transform = 'translateX(' + ${SPEED} * frame + 'px)';
  return <div style={{ ...${JSON.stringify(style)}, opacity, transform }}>{content}</div>;
};

const Film = () => (
  <>
    {${JSON.stringify(sources)}.map(([source, content, skip], scene) => (
      <Sequence key={scene} from={scene * ${frames}} durationInFrames={${frames}}>
        <OffthreadVideo src={staticFile(source)} trimBefore={skip} style={{ position: 'absolute', width: '100%' }} />
        <Title content={content} />
        <Img src={staticFile('${LOGO_NAME}')} style={{ position: 'absolute', left: ${LOGO.left}, top: ${LOGO.top} }} />
      </Sequence>
    ))}
  </>
);

registerRoot(() => (
  <Composition id="${name}" component={Film} width={${WIDTH}} height={${HEIGHT}} fps={${RATE}}
    durationInFrames={${scenes * frames}} />
));
`;
}
