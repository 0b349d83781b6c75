/**
 * The passes of a frame in GLSL. Between passes, a picture has the values of the engine's filters: luma and chroma of
 * limited-range BT.709 with 8 bits each, and opacity.
 */

/** Converts planes to the upright working picture. `turn` maps its points to the stored planes. */
const READ_HEAD = `
uniform mat3 matrix;
uniform vec3 offset;
uniform mat3 turn;
uniform vec2 bytes;
vec2 stored() { return (turn * vec3(at, 1.0)).xy; }
vec4 worked(vec3 color, float opacity) { return vec4(clamp(matrix * color + offset, 0.0, 1.0), opacity); }
`;

export const READ_PASSES = {
  yuv: `${READ_HEAD}
uniform sampler2D plane0, plane1, plane2;
float value(sampler2D plane, vec2 place) { return dot(texture(plane, place).rg, bytes); }
void main() {
  vec2 place = stored();
  result = worked(vec3(value(plane0, place), value(plane1, place), value(plane2, place)), 1.0);
}`,
  yuva: `${READ_HEAD}
uniform sampler2D plane0, plane1, plane2, plane3;
float value(sampler2D plane, vec2 place) { return dot(texture(plane, place).rg, bytes); }
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
uniform mat3 turn;
uniform vec2 bytes;
uniform vec2 apart;
`;

/** The rows are flipped, because a canvas counts rows from the bottom. */
const DIRECT_MAIN = `
vec3 near(vec2 aside) { return value((turn * vec3(at.x + aside.x, 1.0 - at.y + aside.y, 1.0)).xy); }
void main() {
  vec3 color = apart.x > 0.0
    ? 0.25 * (near(apart) + near(-apart) + near(vec2(apart.x, -apart.y)) + near(vec2(-apart.x, apart.y)))
    : near(vec2(0.0));
  result = vec4(clamp(matrix * color + offset, 0.0, 1.0), 1.0);
}`;

/**
 * Converts planes to RGB on a canvas in one pass. Each pixel is the mean of four samples, or one sample if `apart` is
 * zero.
 */
export const DIRECT_PASSES = {
  yuv: `${DIRECT_HEAD}
uniform sampler2D plane0, plane1, plane2;
float code(sampler2D plane, vec2 place) { return dot(texture(plane, place).rg, bytes); }
vec3 value(vec2 place) { return vec3(code(plane0, place), code(plane1, place), code(plane2, place)); }
${DIRECT_MAIN}`,
  nv: `${DIRECT_HEAD}
uniform sampler2D plane0, plane1;
vec3 value(vec2 place) { return vec3(texture(plane0, place).r, texture(plane1, place).rg); }
${DIRECT_MAIN}`,
} as const;

/**
 * Scales along one axis as the engine's scaler does: the Catmull-Rom family with B = 0, C = 0.6 (Mitchell and Netravali
 * 1988, formula 8). The kernel is as wide as the reduction requires. Edge pixels are repeated beyond the edges. `axis`
 * is (1, 0) or (0, 1). Pixel i of the result is at (i + ½) × step − ½ + start of the input. A reduction by more than 16
 * skips pixels between the samples.
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

/** Copies a layer unchanged; blending combines it with the canvas. */
export const COPY_PASS = `
uniform sampler2D picture;
void main() { result = texture(picture, at); }`;

/** Converts the finished frame to RGB. The rows are flipped, because a canvas counts rows from the bottom. */
export const SHOW_PASS = `
uniform sampler2D picture;
uniform mat3 matrix;
uniform vec3 offset;
void main() {
  vec3 color = texture(picture, vec2(at.x, 1.0 - at.y)).xyz;
  result = vec4(clamp(matrix * color + offset, 0.0, 1.0), 1.0);
}`;
