import type { KernelName } from '../kernels/kernels.ts';
import { blurAcross, blurDown } from './blurring.ts';
import { blend, lookUp, mask, matrix, silhouette, tint, turnColors } from './coloring.ts';
import { fromRgba, fromYuv420, fromYuv444, fromYuva444, weigh } from './converting.ts';
import { cube } from './cubes.ts';
import { INTEGERS } from './integers.ts';
import type { KernelShader } from './kernel-shader.ts';
import { fade, over, over420, over444 } from './laying.ts';
import { key, luminances, noise, screen, sharpen } from './lighting.ts';
import { mix, mixValue, wipe, wipeBy } from './mixing.ts';
import { halve, mirror, sample, sampleSolid } from './sampling.ts';

/** Every kernel in GLSL; one that is missing does not compile. */
const shaders: { readonly [Name in KernelName]: KernelShader<Name> } = {
  weigh,
  fromRgba,
  fromYuv420,
  fromYuv444,
  fromYuva444,
  sample,
  sampleSolid,
  fade,
  over,
  over444,
  over420,
  mix,
  mixValue,
  wipe,
  wipeBy,
  halve,
  blend,
  matrix,
  lookUp,
  turnColors,
  tint,
  blurAcross,
  blurDown,
  silhouette,
  mask,
  luminances,
  screen,
  sharpen,
  key,
  noise,
  cube,
  mirror,
};

/**
 * A fragment shader of WebGL 2 that runs a kernel on a memory of `side` × `side` bytes, a power of two: it reads the
 * texture `memory` (R8UI) and draws what lies in it afterwards, four bytes for each pixel of a target of RGBA8UI that
 * is a quarter as wide. Its uniforms are the kernel's numbers, in the order in which they are returned.
 */
export function kernelShader(
  name: KernelName,
  side: number,
): { readonly source: string; readonly uniforms: readonly string[] } {
  const { numbers, written }: { readonly numbers: readonly string[]; readonly written: string } = shaders[name];
  // What a kernel calls its numbers may be the name of a function of GLSL.
  const uniforms = numbers.map((number) => `${number}_`);
  const source = `#version 300 es
precision highp int;
precision highp usampler2D;
uniform usampler2D memory;
${uniforms.map((uniform) => `uniform int ${uniform};`).join('\n')}
out uvec4 four;
const int SIDE = ${side};
${INTEGERS}
int written(int address) {
  ${numbers.map((number, index) => `int ${number} = ${uniforms[index]};`).join(' ')}
  ${written}
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  int first = at.y * SIDE + 4 * at.x;
  four = uvec4(written(first), written(first + 1), written(first + 2), written(first + 3));
}
`;
  return { source, uniforms };
}
