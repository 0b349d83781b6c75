import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { calmTracks } from './calm-tracks.mjs';
import { mastered } from './hall.mjs';
import { livelyTracks } from './lively-tracks.mjs';
import { RATE } from './sound.mjs';

// `node designs/music/compose.mjs [NAME…]`: makes all tracks, or the named tracks, with the `ffmpeg` on PATH.
const names = process.argv.slice(2);
for (const [name, compose] of Object.entries({ ...calmTracks, ...livelyTracks })) {
  if (names.length > 0 && !names.includes(name)) continue;
  const file = path.join(import.meta.dirname, `${name}.m4a`);
  await encode(mastered(compose()), file);
  console.log(file);
}

/**
 * @param {Buffer} samples of 16 bits, left and right alternating
 * @param {string} file
 */
function encode(samples, file) {
  const raw = ['-f', 's16le', '-ar', String(RATE), '-ac', '2', '-i', 'pipe:0'];
  const aac = [
    '-c:a',
    'aac',
    '-b:a',
    '96k',
    '-movflags',
    '+faststart',
    '-fflags',
    '+bitexact',
    '-flags:a',
    '+bitexact',
  ];
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...raw, ...aac, file], { stdio: ['pipe', 'inherit', 'inherit'] });
  child.stdin.end(samples);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(code) : reject(new Error(`ffmpeg ended with ${code}`))));
  });
}
