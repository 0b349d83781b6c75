// Paints the pictures of the designs: `node designs/paint-pictures.mjs [name…]`, with the `ffmpeg` on PATH. The
// pictures are computed from numbers, so they contain no work of third parties.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { aurora, dawn, dunes, sea } from './paint-landscapes.mjs';
import { skyline, stadium } from './paint-towns.mjs';
import { clamp, HEIGHT, hash, WIDTH } from './picture-noise.mjs';

const folder = import.meta.dirname;

const dusk = [
  [0, '#16264f'],
  [0.3, '#4a5a92'],
  [0.5, '#d98a86'],
  [0.64, '#ffc48a'],
  [1, '#ffc48a'],
];
const morning = [
  [0, '#24405f'],
  [0.3, '#5c86a6'],
  [0.52, '#b9cdd2'],
  [0.66, '#f0ddc4'],
  [1, '#f0ddc4'],
];

const pictures = {
  'slideshow/slideshow-dawn.jpg': dawn,
  'slideshow/slideshow-sea.jpg': sea,
  'slideshow/slideshow-dunes.jpg': dunes,
  'slideshow/slideshow-lights.jpg': aurora,
  'slideshow/slideshow-town.jpg': () => skyline({ sky: dusk, sun: 0.3, glow: '#f0a07c', water: '#18233f', seed: 3 }),
  'news/news-harbour.jpg': () => skyline({ sky: morning, sun: 0.72, glow: '#cbb9a6', water: '#1b3346', seed: 11 }),
  'sports/sports-stadium.jpg': stadium,
};

const names = process.argv.slice(2);
for (const [name, painter] of Object.entries(pictures)) {
  if (names.length > 0 && !names.some((part) => name.includes(part))) continue;
  const at = painter();
  const bytes = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let j = 0; j < HEIGHT; j++)
    for (let i = 0; i < WIDTH; i++) {
      const [x, y] = [i / WIDTH, j / HEIGHT];
      const edge = Math.hypot(x - 0.5, y - 0.5);
      const grain = (hash(i, j) + hash(i + 7, j + 3) - 1) * 0.018;
      const color = at(x, y, i);
      const place = (j * WIDTH + i) * 3;
      for (let c = 0; c < 3; c++) {
        // Compress the highlights softly, as on film.
        const light = color[c] > 0.8 ? 0.8 + 0.2 * (1 - Math.exp((0.8 - color[c]) / 0.2)) : color[c];
        bytes[place + c] = 255 * clamp(light * (1 - 0.28 * edge ** 2) + grain);
      }
    }
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`, '-i', '-'];
  const result = spawnSync('ffmpeg', ['-v', 'error', '-y', ...raw, '-q:v', '4', path.join(folder, name)], {
    input: bytes,
  });
  if (result.status !== 0) throw new Error(String(result.stderr));
  process.stdout.write(`${name}\n`);
}
