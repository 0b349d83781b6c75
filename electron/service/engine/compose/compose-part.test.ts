import { expect, test } from 'vitest';
import { withThreads } from './compose-part.ts';

const LARGE = 3840 * 2160;
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-x264-params', 'stitchable=1', '-pix_fmt', 'yuv420p'];

test('x264 with few threads gets no lookahead thread for large frames', () => {
  const held = h264.map((argument) => argument.replace('stitchable=1', 'stitchable=1:sync-lookahead=0'));
  expect(withThreads(h264, 2, LARGE)).toEqual([...held, '-threads', '2']);
  expect(withThreads(h264, 8, LARGE)).toEqual([...h264, '-threads', '8']);
  expect(withThreads(h264, 2, 960 * 540)).toEqual([...h264, '-threads', '2']);
});

test('other encoders keep their arguments', () => {
  const vp9 = ['-c:v', 'libvpx-vp9', '-row-mt', '1'];
  expect(withThreads(vp9, 2, LARGE)).toEqual([...vp9, '-threads', '2']);
});
