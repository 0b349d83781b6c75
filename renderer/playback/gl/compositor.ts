import { type Placement, placeSource, type Size } from '#shared/template/values/placement.ts';
import { type ColorTransform, fromWorkingColor, toShownColor, toWorkingColor } from '../picture/color-matrix.ts';
import type { ComposedLayer, Composition } from '../picture/composition.ts';
import type { Picture } from '../picture/picture.ts';
import type { PlacedPicture } from './effect-shader.ts';
import { effectShaders, effectUniforms } from './effect-shaders.ts';
import { type Area, areaOf, multiplied, readArea, reducedSize, TURNS, turnedSize } from './layer-area.ts';
import { COPY_PASS, DIRECT_PASSES, effectPass, READ_PASSES, SCALE_PASS, SHOW_PASS } from './passes.ts';
import { createPictureTextures, createTargets, type TextureTarget } from './picture-textures.ts';
import { createProgram, type Program, type Uniforms } from './program.ts';

/** Draws compositions into the canvas of a graphics context. */
export interface Compositor {
  /**
   * Draws a composition. `size` is the canvas size in pixels, with nearly the aspect ratio of the movie. A draft is
   * fast: it reads and scales only the pixels that it needs. Otherwise the drawing matches the engine.
   */
  readonly draw: (composition: Composition, size: Size, isDraft: boolean) => void;
  readonly dispose: () => void;
}

/** Black in limited-range BT.709. */
const BLACK = [16 / 255, 128 / 255, 128 / 255] as const;

export function createCompositor(gl: WebGL2RenderingContext): Compositor {
  const programs = new Map<string, Program>();
  const programOf = (fragment: string): Program => {
    const known = programs.get(fragment);
    if (known !== undefined) return known;
    const created = createProgram(gl, fragment);
    programs.set(fragment, created);
    return created;
  };
  const textures = createPictureTextures(gl);
  const targets = createTargets(gl);

  const into = (target: TextureTarget) => {
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
    gl.viewport(0, 0, target.width, target.height);
  };

  /** Converts planes to upright luma, chroma, and opacity. A matrix selects a part of the picture. */
  const read = (layer: ComposedLayer, size: Size, part?: readonly number[]): TextureTarget => {
    const { picture, rotation, color } = layer;
    const target = targets.take(size);
    into(target);
    const planes = textures.of(picture).map((texture, index) => [`plane${index}`, texture] as const);
    const layout = picture.kind === 'image' ? 'rgba' : picture.layout;
    programOf(READ_PASSES[layout]).draw(Object.fromEntries(planes), {
      ...uniformsOf(toWorkingColor(color)),
      turn: part === undefined ? TURNS[rotation] : multiplied(TURNS[rotation], part),
      bytes: bytesOf(picture),
    });
    return target;
  };

  /**
   * Reads at most two pixels per pixel of the area in each direction. Sampling between four pixels gives their mean.
   */
  const readReduced = (layer: ComposedLayer, area: Area): TextureTarget => {
    const picture = read(layer, reducedSize(turnedSize(layer), area), readArea(area));
    if (picture.width === area.width && picture.height === area.height) return picture;
    const target = targets.take(area);
    into(target);
    programOf(COPY_PASS).draw({ picture: picture.texture }, {});
    targets.giveBack(picture);
    return target;
  };

  /**
   * Scales to `size`. `whole` is the size before the crop, which can be fractional; `left` and `top` are the cropped
   * widths.
   */
  const scale = (picture: TextureTarget, size: Size, whole: Size, left: number, top: number): TextureTarget => {
    const across = scaleAlong(picture, { width: size.width, height: picture.height }, [1, 0], whole.width, left);
    return scaleAlong(across, size, [0, 1], whole.height, top);
  };

  const scaleAlong = (
    picture: TextureTarget,
    size: Size,
    axis: readonly [0 | 1, 0 | 1],
    whole: number,
    cut: number,
  ): TextureTarget => {
    const [from, to] = axis[0] === 1 ? [picture.width, size.width] : [picture.height, size.height];
    const stepping = from / whole;
    if (from === to && Math.abs(stepping - 1) < 1e-9 && cut === 0) return picture;
    // Values beyond black and white are kept after the first direction, because the second direction can bring them
    // back into range.
    const target = targets.take(size, axis[0] === 1);
    into(target);
    programOf(SCALE_PASS).draw({ picture: picture.texture }, { axis, start: cut * stepping, stepping });
    targets.giveBack(picture);
    return target;
  };

  const applyEffects = (layer: ComposedLayer, picture: TextureTarget, placed: PlacedPicture): TextureTarget => {
    let current = picture;
    for (const effect of layer.effects) {
      const uniforms = effectUniforms(effect, placed);
      const next = targets.take(current);
      into(next);
      programOf(effectPass(effectShaders[effect.type].source)).draw({ picture: current.texture }, uniforms);
      targets.giveBack(current);
      current = next;
    }
    return current;
  };

  const drawLayer = (layer: ComposedLayer, frame: Size, canvas: TextureTarget, isDraft: boolean): void => {
    const placement = placeSource(layer.display, frame, layer.fit, 2);
    const area = areaOf(placement, frame, canvas);
    const scaled = isDraft
      ? readReduced(layer, area)
      : scale(read(layer, turnedSize(layer)), area, area.whole, area.cutLeft, area.cutTop);
    const finished = applyEffects(layer, scaled, { ...placement.picture, colorSpread: colorSpread(layer, placement) });
    gl.bindFramebuffer(gl.FRAMEBUFFER, canvas.framebuffer);
    gl.viewport(area.left, area.top, area.width, area.height);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE);
    programOf(COPY_PASS).draw({ picture: finished.texture }, {});
    gl.disable(gl.BLEND);
    targets.giveBack(finished);
  };

  /** Draws a layer without effects that fills the frame, in one pass from its planes to the canvas. */
  const drawDirectly = ({ picture, rotation, color }: ComposedLayer, area: Area, pass: string): void => {
    const planes = textures.of(picture).map((texture, index) => [`plane${index}`, texture] as const);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, area.width, area.height);
    // Sampling between four pixels gives their mean, which a strong reduction needs. Otherwise one sample is enough.
    const isMuchSmaller = picture.width * picture.height > 4 * area.whole.width * area.whole.height;
    programOf(pass).draw(Object.fromEntries(planes), {
      ...uniformsOf(toShownColor(color)),
      turn: multiplied(TURNS[rotation], readArea(area)),
      bytes: bytesOf(picture),
      apart: isMuchSmaller ? [0.25 / area.width, 0.25 / area.height] : [0, 0],
    });
  };

  return {
    draw({ frame, layers }, size, isDraft) {
      gl.disable(gl.BLEND);
      gl.disable(gl.DEPTH_TEST);
      const [only, ...others] = layers;
      if (isDraft && only !== undefined && others.length === 0 && only.effects.length === 0) {
        const pass = directPassOf(only);
        const area = areaOf(placeSource(only.display, frame, only.fit, 2), frame, size);
        if (pass !== null && isAllOf(area, size)) {
          drawDirectly(only, area, pass);
          targets.sweep();
          return;
        }
      }
      const canvas = targets.take(size);
      into(canvas);
      gl.clearColor(...BLACK, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      for (const layer of layers) drawLayer(layer, frame, canvas, isDraft);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.viewport(0, 0, size.width, size.height);
      programOf(SHOW_PASS).draw({ picture: canvas.texture }, uniformsOf(fromWorkingColor()));
      targets.giveBack(canvas);
      targets.sweep();
    },
    dispose() {
      for (const program of programs.values()) program.dispose();
      textures.dispose();
      targets.dispose();
    },
  };
}

/**
 * Returns the correction for chroma interpolation. With a half-size chroma texture, a pixel gets 3/4 of its own chroma
 * value and 1/4 of its neighbor's. The mean of two pixels then contains 1/8 from each side, which a factor of 0.18
 * nearly reverts. A smaller picture needs less correction.
 */
function colorSpread({ picture }: ComposedLayer, { scaled }: Placement): number {
  const [luma, colors] = picture.kind === 'image' ? [] : picture.planes;
  if (luma === undefined || colors === undefined || colors.width === luma.width) return 0;
  const shrinking = Math.sqrt((picture.width * picture.height) / (scaled.width * scaled.height));
  return 0.18 * Math.min(1, Math.max(0.2, 2 - shrinking));
}

/** Returns the pass that draws an opaque picture from its planes to the canvas; null if the layout has none. */
function directPassOf({ picture }: ComposedLayer): string | null {
  if (picture.kind === 'image') return null;
  return picture.layout === 'yuv' || picture.layout === 'nv' ? DIRECT_PASSES[picture.layout] : null;
}

function isAllOf({ left, top, width, height }: Area, size: Size): boolean {
  return left === 0 && top === 0 && width === size.width && height === size.height;
}

/** Returns the weights of a texture's two bytes. Their sum is an 8-bit code as a fraction of 255. */
function bytesOf(picture: Picture): readonly number[] {
  if (picture.kind === 'image' || picture.bitDepth === 8) return [1, 0];
  const levels = 2 ** (picture.bitDepth - 8);
  return [1 / levels, 256 / levels];
}

function uniformsOf({ matrix: [x, y, z], offset }: ColorTransform): Uniforms {
  return { matrix: [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]], offset };
}
