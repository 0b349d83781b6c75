import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const stampFile = path.join(folder, '..', 'out', 'example-media.txt');

const SECONDS = 5;
const CLIPS = ['sunset', 'mountains', 'aurora', 'blossom'];

/** Whether the clips are there, as this version of this file makes them. */
export function hasExampleMedia() {
  const made = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint();
  return made && CLIPS.every((name) => existsSync(path.join(folder, `${name}.mp4`)));
}

/**
 * Makes the clips that the examples are cut from, beside them: pictures and chords, computed by FFmpeg.
 * @param {string} ffmpeg the program
 * @returns {Promise<string | null>} what FFmpeg said if it failed
 */
export async function makeExampleMedia(ffmpeg) {
  for (const [name, args] of Object.entries(clips())) {
    const failure = await makeClip(ffmpeg, path.join(folder, `${name}.mp4`), args);
    if (failure !== null) return failure;
  }
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, fingerprint());
  return null;
}

function fingerprint() {
  return createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest('hex');
}

/** @returns {Record<string, readonly string[]>} inputs and filters by clip */
function clips() {
  return {
    // The sky and the sun in it are mirrored, and the ripples push the mirror image about.
    sunset: [
      ...picture(verticalGradient('1280x440', 440, ['#1b1446', '#7a2b6b', '#f0693f', '#ffd27a'])),
      ...picture(
        still(
          'rgba',
          '360x360',
          "geq=r=255:g='lerp(170,236,clip(1-hypot(X-180,Y-180)/90,0,1))':b='lerp(90,190,clip(1-hypot(X-180,Y-180)/90,0,1))'" +
            ":a='255*clip((92-hypot(X-180,Y-180))/3,0,1)+150*pow(clip(1-hypot(X-180,Y-180)/180,0,1),2)*gt(hypot(X-180,Y-180),91)'",
        ),
      ),
      ...picture(
        "color=black:s=160x35:r=30,format=gray,geq=lum='128+(34+50*Y/H)*sin(Y*(2.2-1.3*Y/H)+T*2.6+1.3*sin(X/11+T))" +
          "*sin(X/(3+9*Y/H)+1.7*sin(T*0.8+Y))',scale=1280:280:flags=bicubic",
      ),
      ...chord([110, 164.81, 220, 261.63, 392]),
      ...filters(
        "[0][1]overlay=x=460:y='150+14*t',format=gbrp,split[sky][above]",
        '[above]vflip,crop=1280:280:0:0,eq=brightness=-0.07:saturation=0.85,format=yuv444p[mirror]',
        '[2]format=yuv444p,split[across][along]',
        '[mirror][across][along]displace=edge=mirror[sea]',
        '[sky]format=yuv444p[top]',
        '[top][sea]vstack[picture]',
      ),
    ],
    // Three ridges that pass the faster the nearer they are.
    mountains: [
      ...picture(verticalGradient('1280x720', 560, ['#0e2a47', '#3d6b8c', '#e8b88a', '#f7dcb4'])),
      ...picture(ridge({ height: 120, rise: 70, width: 150, color: [120, 128, 160], haze: 60 })),
      ...picture(ridge({ height: 130, rise: 60, width: 110, color: [62, 84, 118], haze: 50 })),
      ...picture(ridge({ height: 150, rise: 50, width: 83, color: [20, 38, 60], haze: 10 })),
      ...chord([87.31, 130.81, 220, 261.63, 329.63]),
      ...filters(
        "[0][1]overlay=x='-20-14*t':y=230[far]",
        "[far][2]overlay=x='-40-30*t':y=300[middle]",
        "[middle][3]overlay=x='-60-52*t':y=390[picture]",
      ),
    ],
    // Soft enough to be computed small and enlarged.
    aurora: [
      ...picture(
        "color=black:s=128x72:r=30,format=gbrp,geq=r='6+60*exp(-pow((Y-15-8*sin(X/24+T*0.5))/10,2))'" +
          ":g='10+14*Y/H+190*exp(-pow((Y-30-10*sin(X/21+T*0.6)-4*sin(X/9-T))/(11+4*sin(X/13+T)),2))*(0.78+0.22*sin(X/4-T*1.4+2*sin(X/17)))'" +
          ":b='34+30*Y/H+120*exp(-pow((Y-23-9*sin(X/22+T*0.55))/14,2))',scale=1280:720:flags=bicubic",
      ),
      ...picture(
        still(
          'gray',
          '1280x720',
          "geq=lum='st(0,mod(abs(sin(X*12.9898+Y*78.233)*43758.5453),1));255*gt(ld(0),0.9994)*(0.3+0.7*mod(ld(0)*99991,1))'" +
            ",gblur=sigma=0.8,lutyuv=y='min(val*4,255)',format=gbrp",
        ),
      ),
      ...picture(ridge({ height: 190, rise: 70, width: 130, color: [4, 8, 14], haze: 4 })),
      ...chord([130.81, 196, 246.94, 329.63, 493.88]),
      ...filters('[0][1]blend=all_mode=screen[stars]', '[stars][2]overlay=x=-100:y=370[picture]'),
    ],
    // Square, to be laid over something wide.
    blossom: [
      ...picture(
        "color=black:s=200x200:r=30,format=gray,geq=lum='st(0,hypot(X-100,Y-100)/100);st(1,atan2(Y-100,X-100));" +
          '255*clip(exp(-3*ld(0))+0.75*clip(1.1-ld(0),0,1)*pow(abs(sin(4*ld(1)+0.4*T+1.2*ld(0)))' +
          "*abs(cos(3*ld(1)-0.3*T-2*ld(0)+0.5*sin(T))),0.7),0,1)',scale=720:720:flags=bicubic,format=gbrp," +
          "curves=r='0/0.05 0.3/0.45 0.6/0.95 1/1':g='0/0.02 0.3/0.10 0.6/0.45 1/0.95':b='0/0.12 0.3/0.30 0.6/0.45 1/0.8'",
      ),
      ...chord([98, 146.83, 246.94, 293.66, 440]),
      ...filters('[0]null[picture]'),
    ],
  };
}

/** @param {string} source of a filter graph */
function picture(source) {
  return ['-f', 'lavfi', '-i', source];
}

/** @param {readonly string[]} graph which ends in [picture] */
function filters(...graph) {
  return ['-filter_complex', graph.join(';'), '-map', '[picture]'];
}

/**
 * @param {string} size
 * @param {number} end where the last colour is reached
 * @param {readonly string[]} colors from the top
 */
function verticalGradient(size, end, colors) {
  const list = colors.map((color, index) => `c${index}=${color}`).join(':');
  return `gradients=s=${size}:r=30:${list}:nb_colors=${colors.length}:x0=0:y0=0:x1=0:y1=${end}:speed=0.00001`;
}

/**
 * One computed frame, over and over.
 * @param {string} format
 * @param {string} size
 * @param {string} computation
 */
function still(format, size, computation) {
  return `color=black:s=${size}:r=30:d=0.03,format=${format},${computation},loop=-1:1`;
}

/** @param {{ height: number, rise: number, width: number, color: readonly [number, number, number], haze: number }} shape */
function ridge({ height, rise, width, color: [red, green, blue], haze }) {
  const line = [
    [1, 1, 0],
    [0.5, 2.3, 1.7],
    [0.22, 5.9, 0.4],
    [0.1, 13.1, 0],
  ].map(([part, frequency, phase]) => `${rise}*${part}*sin(X/${width}*${frequency}+${phase})`);
  const alpha = `255*clip((Y-(${height}+${line.join('+')}))/2,0,1)`;
  const channels = `r=${red}+${haze}*Y/H:g=${green}+${haze}*Y/H:b=${blue}+${haze}*Y/H`;
  return still('rgba', '1680x400', `geq=${channels}:a='${alpha}'`);
}

/**
 * A chord that swells and ebbs, each note in its own time, a little wider than one ear.
 * @param {readonly number[]} frequencies in Hz, the lowest first
 */
function chord(frequencies) {
  /** @param {number} detune */
  const side = (detune) =>
    frequencies
      .map((frequency, index) => {
        const angle = `2*PI*${(frequency * detune).toFixed(3)}*t`;
        const swell = `(0.65+0.35*sin(${(0.7 + 0.23 * index).toFixed(2)}*t+${index}))`;
        return `${(0.11 / (1 + 0.18 * index)).toFixed(4)}*${swell}*(sin(${angle})+0.28*sin(2*${angle})+0.09*sin(3*${angle}))`;
      })
      .join('+');
  const source = `aevalsrc='${side(0.9988)}|${side(1.0012)}':s=48000:d=${SECONDS}`;
  return ['-f', 'lavfi', '-i', `${source},afade=t=in:d=0.6,afade=t=out:st=${SECONDS - 0.8}:d=0.8`];
}

/**
 * @param {string} ffmpeg
 * @param {string} file
 * @param {readonly string[]} inputsAndFilters
 * @returns {Promise<string | null>}
 */
function makeClip(ffmpeg, file, inputsAndFilters) {
  const inputs = inputsAndFilters.filter((argument) => argument === '-i').length;
  // The sound is the last input of each clip.
  const output = ['-map', `${inputs - 1}:a`, '-t', String(SECONDS), '-pix_fmt', 'yuv420p'];
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', '-g', '30'];
  const sound = ['-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart', '-f', 'mp4'];
  const unfinished = `${file}.part`;
  const args = ['-v', 'error', '-nostdin', '-y', ...inputsAndFilters, ...output, ...video, ...sound, unfinished];
  const child = spawn(ffmpeg, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.on('data', (data) => {
    words += data;
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => {
      if (code === 0) renameSync(unfinished, file);
      else rmSync(unfinished, { force: true });
      resolve(code === 0 ? null : words.trim());
    });
  });
}
