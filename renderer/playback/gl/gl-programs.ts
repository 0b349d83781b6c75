import type { ParametersOf } from '#shared/template/effects/effects.ts';
import { toBt709 } from '#shared/template/values/color.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { DecodedEffect, DecodedEffectType } from '#shared/timeline/effects.ts';

/** Uniforms by name: numbers, vectors of two to four numbers, and column-major 3 × 3 matrices. */
export type Uniforms = Readonly<Record<string, number | readonly number[]>>;

/** Textures by the name of their sampler. */
export type Samplers = Readonly<Record<string, WebGLTexture>>;

/** A fragment shader program that runs over a viewport. */
export interface Program {
  /** Draws over the whole viewport of the bound framebuffer. */
  readonly draw: (samplers: Samplers, uniforms: Uniforms) => void;
  readonly dispose: () => void;
}

/** The programs of a WebGL context by their fragment shader. A program is compiled at its first use. */
export interface Programs {
  readonly of: (fragment: string) => Program;
  readonly dispose: () => void;
}

export function createPrograms(gl: WebGL2RenderingContext): Programs {
  const programs = new Map<string, Program>();
  return {
    of(fragment) {
      const cachedProgram = programs.get(fragment);
      if (cachedProgram !== undefined) return cachedProgram;
      const created = createProgram(gl, fragment);
      programs.set(fragment, created);
      return created;
    },
    dispose() {
      for (const program of programs.values()) program.dispose();
    },
  };
}

/**
 * One triangle that covers the viewport. `at` is (0, 0) in the first row of pixels and (1, 1) at the opposite corner.
 */
const VERTEX = `#version 300 es
out vec2 at;
void main() {
  vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  at = corner;
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}`;

const HEAD = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
in vec2 at;
out vec4 result;
`;

/** Compiles a GLSL ES 3.00 fragment shader whose `main` sets `result`. Throws the compiler's log. */
function createProgram(gl: WebGL2RenderingContext, fragment: string): Program {
  const program = gl.createProgram();
  const shaders = [compile(gl, gl.VERTEX_SHADER, VERTEX), compile(gl, gl.FRAGMENT_SHADER, HEAD + fragment)];
  for (const shader of shaders) gl.attachShader(program, shader);
  gl.linkProgram(program);
  for (const shader of shaders) gl.deleteShader(shader);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`A shader does not link: ${gl.getProgramInfoLog(program)}`);

  const locations = new Map<string, WebGLUniformLocation | null>();
  const locationOf = (name: string): WebGLUniformLocation | null => {
    const knownLocation = locations.get(name);
    if (knownLocation !== undefined) return knownLocation;
    const location = gl.getUniformLocation(program, name);
    locations.set(name, location);
    return location;
  };

  return {
    draw(samplers, uniforms) {
      // biome-ignore lint/correctness/useHookAtTopLevel: `useProgram` is a method of WebGL, not a React hook.
      gl.useProgram(program);
      for (const [unit, [name, texture]] of Object.entries(samplers).entries()) {
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.uniform1i(locationOf(name), unit);
      }
      for (const [name, value] of Object.entries(uniforms)) setUniform(gl, locationOf(name), value);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
    dispose: () => gl.deleteProgram(program),
  };
}

function setUniform(
  gl: WebGL2RenderingContext,
  location: WebGLUniformLocation | null,
  value: number | readonly number[],
): void {
  if (typeof value === 'number') {
    gl.uniform1f(location, value);
    return;
  }
  switch (value.length) {
    case 2:
      gl.uniform2fv(location, value);
      return;
    case 3:
      gl.uniform3fv(location, value);
      return;
    case 4:
      gl.uniform4fv(location, value);
      return;
    case 9:
      gl.uniformMatrix3fv(location, false, value);
      return;
    default:
      throw new Error(`a uniform of ${value.length} numbers`);
  }
}

function compile(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader {
  const shader = gl.createShader(type);
  if (shader === null) throw new Error('The graphics context is lost.');
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
    throw new Error(`A shader does not compile: ${gl.getShaderInfoLog(shader)}`);
  return shader;
}

// The render passes of a frame in GLSL. Between passes, pixels have the values of the engine's filters: 8-bit luma and
// chroma of limited-range BT.709, and opacity.

/**
 * Converts planes to the upright working picture. `upright` maps its coordinates to the coordinates of the stored
 * planes.
 */
const READ_HEAD = `
uniform mat3 matrix;
uniform vec3 offset;
uniform mat3 upright;
uniform vec2 byteWeights;
vec2 stored() { return (upright * vec3(at, 1.0)).xy; }
vec4 worked(vec3 color, float opacity) { return vec4(clamp(matrix * color + offset, 0.0, 1.0), opacity); }
`;

export const READ_PASSES = {
  yuv: `${READ_HEAD}
uniform sampler2D plane0, plane1, plane2;
float value(sampler2D plane, vec2 place) { return dot(texture(plane, place).rg, byteWeights); }
void main() {
  vec2 place = stored();
  result = worked(vec3(value(plane0, place), value(plane1, place), value(plane2, place)), 1.0);
}`,
  yuva: `${READ_HEAD}
uniform sampler2D plane0, plane1, plane2, plane3;
float value(sampler2D plane, vec2 place) { return dot(texture(plane, place).rg, byteWeights); }
void main() {
  vec2 place = stored();
  vec3 color = vec3(value(plane0, place), value(plane1, place), value(plane2, place));
  result = worked(color, value(plane3, place));
}`,
  nv: `${READ_HEAD}
uniform sampler2D plane0, plane1;
void main() {
  vec2 place = stored();
  result = worked(vec3(texture(plane0, place).r, texture(plane1, place).rg), 1.0);
}`,
  rgba: `${READ_HEAD}
uniform sampler2D plane0;
void main() {
  vec4 color = texture(plane0, stored());
  result = worked(color.rgb, color.a);
}`,
  bgra: `${READ_HEAD}
uniform sampler2D plane0;
void main() {
  vec4 color = texture(plane0, stored());
  result = worked(color.bgr, color.a);
}`,
} as const;

const DIRECT_HEAD = `
uniform mat3 matrix;
uniform vec3 offset;
uniform mat3 upright;
uniform vec2 byteWeights;
uniform vec2 sampleDistance;
`;

/** The y axis is flipped, because WebGL counts the rows of the framebuffer from the bottom. */
const DIRECT_MAIN = `
vec3 near(vec2 aside) { return value((upright * vec3(at.x + aside.x, 1.0 - at.y + aside.y, 1.0)).xy); }
void main() {
  vec2 d = sampleDistance;
  vec3 color = d.x > 0.0
    ? 0.25 * (near(d) + near(-d) + near(vec2(d.x, -d.y)) + near(vec2(-d.x, d.y)))
    : near(vec2(0.0));
  result = vec4(clamp(matrix * color + offset, 0.0, 1.0), 1.0);
}`;

/**
 * Converts planes to RGB directly on the canvas, in one pass. Each pixel is the mean of four samples, or a single
 * sample if `sampleDistance` is zero.
 */
export const DIRECT_PASSES = {
  yuv: `${DIRECT_HEAD}
uniform sampler2D plane0, plane1, plane2;
float code(sampler2D plane, vec2 place) { return dot(texture(plane, place).rg, byteWeights); }
vec3 value(vec2 place) { return vec3(code(plane0, place), code(plane1, place), code(plane2, place)); }
${DIRECT_MAIN}`,
  nv: `${DIRECT_HEAD}
uniform sampler2D plane0, plane1;
vec3 value(vec2 place) { return vec3(texture(plane0, place).r, texture(plane1, place).rg); }
${DIRECT_MAIN}`,
} as const;

/**
 * Resamples along one axis like the engine's scaler: bicubic with B = 0, C = 0.6 (Mitchell and Netravali 1988, formula
 * 8). The kernel widens with the reduction. Edge pixels are repeated beyond the edges. `axis` is (1, 0) or (0, 1).
 * Pixel i of the result is at (i + ½) × step − ½ + start of the input. If the reduction is more than 16-fold, the
 * samples skip input pixels.
 */
export const SCALE_PASS = `
uniform sampler2D picture;
uniform vec2 axis;
uniform float start;
uniform float stepping;
const float WIDEST = 64.0;
float cubic(float d) {
  return d < 1.0 ? (1.4 * d - 2.4) * d * d + 1.0 : d < 2.0 ? ((3.0 - 0.6 * d) * d - 4.8) * d + 2.4 : 0.0;
}
void main() {
  ivec2 size = textureSize(picture, 0);
  ivec2 here = ivec2(gl_FragCoord.xy);
  int last = int(dot(vec2(size), axis)) - 1;
  float centre = dot(gl_FragCoord.xy, axis) * stepping - 0.5 + start;
  float wide = max(stepping, 1.0);
  float stride = max(1.0, 4.0 * wide / WIDEST);
  vec4 sum = vec4(0.0);
  float total = 0.0;
  for (float place = ceil(centre - 2.0 * wide); place < centre + 2.0 * wide; place += stride) {
    float weight = cubic(abs(place - centre) / wide);
    int along = clamp(int(place), 0, last);
    ivec2 from = axis.x > 0.5 ? ivec2(along, here.y) : ivec2(here.x, along);
    sum += weight * texelFetch(picture, from, 0);
    total += weight;
  }
  result = sum / total;
}`;

/** Returns the GLSL of the pass that applies an effect. */
export function effectPass(source: string): string {
  return `uniform sampler2D picture;\n${source}\nvoid main() { result = effect(picture, at); }`;
}

/** Copies the pixels of a layer unchanged. The blend mode then combines them with the framebuffer. */
export const COPY_PASS = `
uniform sampler2D picture;
void main() { result = texture(picture, at); }`;

/**
 * Converts the finished frame to premultiplied RGBA. The y axis is flipped, because WebGL counts the rows of the
 * framebuffer from the bottom.
 */
export const SHOW_PASS = `
uniform sampler2D picture;
uniform mat3 matrix;
uniform vec3 offset;
void main() {
  vec4 color = texture(picture, vec2(at.x, 1.0 - at.y));
  result = vec4(clamp(matrix * color.xyz + offset, 0.0, 1.0) * color.a, color.a);
}`;

/** The scaled picture of a layer, with its size in movie pixels. */
export interface PlacedPicture extends Size {
  /** The fraction that each neighbor contributes to a chroma value after interpolation; 0 without subsampling. */
  readonly colorSpread: number;
}

/**
 * The shader of an effect, which computes the same values as the engine's filter. Pixels are luma and chroma of
 * limited-range BT.709 as fractions of 255, and opacity.
 */
export interface EffectShader<Parameters> {
  /**
   * The body of the effect in GLSL ES 3.00. It declares the uniforms and `vec4 effect(sampler2D picture, vec2 at)`,
   * which returns a pixel. (0, 0) is the top left corner, and (1, 1) the bottom right.
   */
  readonly source: string;
  /**
   * Returns the uniforms of the effect for a picture. `parameters` always change the picture, because video states
   * contain no other effects.
   */
  readonly uniforms: (parameters: Parameters, picture: PlacedPicture) => Uniforms;
}

type EffectShaders = { readonly [Type in DecodedEffectType]: EffectShader<ParametersOf<Type>> };

/**
 * The engine has one chroma value per 2 × 2 pixels. It amplifies and clips this value before interpolation; clipping
 * after the interpolation would make edges harder. Therefore, from intensity 1 upward, the shader reconstructs the
 * engine's chroma values. They are means of 2 × 2 pixels without the contributions of neighbors, in whole codes. This
 * is impossible on a canvas with fewer pixels than the movie.
 */
const saturation: EffectShader<ParametersOf<'saturation'>> = {
  source: `
uniform float intensity;
uniform vec2 film;
uniform float spread;
const float grey = 128.0 / 255.0;
vec2 stronger(vec2 color) { return clamp(grey + (color - grey) * intensity, 0.0, 1.0); }
vec2 around(sampler2D picture, vec2 place) { return texture(picture, place * 2.0 / film).yz; }
vec2 stored(sampler2D picture, vec2 place) {
  vec2 sum = vec2(0.0);
  for (int y = -1; y <= 1; y++)
    for (int x = -1; x <= 1; x++) {
      float weight = (x == 0 ? 1.0 + 2.0 * spread : -spread) * (y == 0 ? 1.0 + 2.0 * spread : -spread);
      sum += weight * around(picture, place + vec2(x, y));
    }
  return floor(sum * 255.0 + 0.5) / 255.0;
}
vec4 effect(sampler2D picture, vec2 at) {
  vec4 color = texture(picture, at);
  vec2 plain = stronger(color.yz);
  float likeEngine = clamp(intensity - 1.0, 0.0, 1.0);
  if (likeEngine == 0.0 || vec2(textureSize(picture, 0)) != film) return vec4(color.x, plain, color.a);
  vec2 place = at * film / 2.0 - 0.5;
  vec2 first = floor(place) + 0.5;
  vec2 part = fract(place);
  vec2 spreadAgain = mix(
    mix(stronger(stored(picture, first)), stronger(stored(picture, first + vec2(1.0, 0.0))), part.x),
    mix(stronger(stored(picture, first + vec2(0.0, 1.0))), stronger(stored(picture, first + vec2(1.0))), part.x),
    part.y);
  return vec4(color.x, mix(plain, spreadAgain, likeEngine), color.a);
}`,
  uniforms: ({ intensity }, { width, height, colorSpread }) => ({
    intensity,
    film: [width, height],
    spread: colorSpread,
  }),
};

const vignette: EffectShader<ParametersOf<'vignette'>> = {
  // The engine blends a generated image with 8-bit weights, so the shader also rounds to 8 bits. Transparent pixels
  // stay unchanged.
  source: `
uniform vec3 tint;
uniform float aperture;
uniform vec2 fromCentre;
vec4 effect(sampler2D picture, vec2 at) {
  vec4 color = texture(picture, at);
  float towards = cos(aperture * length((at - 0.5) * fromCentre));
  float weight = floor(255.0 * (1.0 - towards * towards * towards * towards) + 0.5) / 255.0;
  return vec4(mix(color.xyz, tint, weight), color.a);
}`,
  uniforms: ({ color, aperture }, { width, height }) => {
    const { luma, differenceBlue, differenceRed } = toBt709(color);
    const corner = Math.hypot(width, height) / 2;
    return {
      tint: [luma / 255, differenceBlue / 255, differenceRed / 255],
      aperture,
      fromCentre: [width / corner, height / corner],
    };
  },
};

const flip: EffectShader<ParametersOf<'flip'>> = {
  source: `
uniform vec2 mirrored;
vec4 effect(sampler2D picture, vec2 at) {
  return texture(picture, mix(at, 1.0 - at, mirrored));
}`,
  uniforms: ({ axis }) => ({ mirrored: axis === 'x' ? [1, 0] : [0, 1] }),
};

/** The shaders of the effects that WebGL applies to videos. The type ensures that each such effect has a shader. */
export const effectShaders: EffectShaders = { saturation, vignette, flip };

export function effectUniforms(effect: DecodedEffect, picture: PlacedPicture): Uniforms {
  return uniformsOf(effect.type, effect.parameters, picture);
}

// TypeScript does not infer that the parameters belong to the type of the effect. `Type` and the cast declare it.
function uniformsOf<Type extends DecodedEffectType>(
  type: Type,
  parameters: DecodedEffect['parameters'],
  picture: PlacedPicture,
): Uniforms {
  return effectShaders[type].uniforms(parameters as ParametersOf<Type>, picture);
}
