import { type Placement, placeSource, type Size } from '#shared/template/values/placement.ts';
import { type ColorTransform, fromWorkingColor, toDisplayColor, toWorkingColor } from '../picture/color-matrix.ts';
import { type ComposedLayer, type Composition, type PreviewRenderer, sameComposition } from '../picture/composition.ts';
import type { Picture } from '../picture/picture.ts';
import { contextOf, followLoss, resizeCanvas, untilFinished } from './gl-context.ts';
import { type Area, areaMatrix, areaOf, multiplied, ROTATIONS, reducedSize, uprightSize } from './gl-geometry.ts';
import {
  COPY_PASS,
  createPrograms,
  DIRECT_PASSES,
  effectPass,
  effectShaders,
  effectUniforms,
  type PlacedPicture,
  READ_PASSES,
  SCALE_PASS,
  SHOW_PASS,
  type Uniforms,
} from './gl-programs.ts';
import { createPictureTextures, createTextureTargetPool, type TextureTarget } from './gl-textures.ts';

/** Creates the renderer of a canvas; null without WebGL 2. */
export function createGlRenderer(canvas: HTMLCanvasElement | OffscreenCanvas): PreviewRenderer | null {
  const gl = contextOf(canvas);
  if (gl === null) return null;
  let compositor: Compositor | null = createCompositor(gl);
  let current: { readonly composition: Composition; readonly scale: number } | null = null;
  const listeners = new Set<(available: boolean) => void>();

  /** The size of the canvas at full scale. */
  let fullSize: Size = { width: canvas.width, height: canvas.height };

  const redraw = () => {
    if (current === null || compositor === null) return;
    const size = scaledSize(fullSize, current.scale);
    // Also resize the canvas, because presenting a large canvas is slow on slow graphics.
    resizeCanvas(canvas, size);
    compositor.draw(current.composition, size, current.scale < 1);
  };
  const unfollow = followLoss(canvas, {
    onLost() {
      compositor = null;
      for (const listener of listeners) listener(false);
    },
    onRestored() {
      compositor = createCompositor(gl);
      redraw();
      for (const listener of listeners) listener(true);
    },
  });

  return {
    // This renderer composites the layers of a frame itself.
    drawsWholeFrames: false,
    resize(size) {
      const nextSize = scaledSize(size, 1);
      if (nextSize.width === fullSize.width && nextSize.height === fullSize.height) return;
      fullSize = nextSize;
      if (current === null) resizeCanvas(canvas, fullSize);
      else redraw();
    },
    draw(composition, scale = 1) {
      if (current !== null && scale <= current.scale && sameComposition(composition, current.composition)) return false;
      current = { composition, scale };
      redraw();
      return true;
    },
    whenFinished: () => untilFinished(gl),
    drawFullSizeOn(other, composition) {
      if (compositor === null) return;
      const { width, height } = fullSize;
      resizeCanvas(canvas, fullSize);
      compositor.draw(composition, fullSize, false);
      if (other.width !== width) other.width = width;
      if (other.height !== height) other.height = height;
      // Both draws happen in one task, so the browser never presents the intermediate frame.
      const context = other.getContext('2d');
      context?.clearRect(0, 0, width, height);
      context?.drawImage(canvas, 0, 0);
      redraw();
    },
    onAvailable(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      unfollow();
      listeners.clear();
      compositor?.dispose();
      compositor = null;
      current = null;
    },
  };
}

function scaledSize({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws compositions into the canvas of a graphics context. */
interface Compositor {
  /**
   * Draws a composition. `size` is the canvas size in pixels; its aspect ratio must be close to the aspect ratio of the
   * movie. A draft is fast, because it reads and scales only the needed pixels. Any other frame matches the engine.
   */
  readonly draw: (composition: Composition, size: Size, isDraft: boolean) => void;
  readonly dispose: () => void;
}

/** Black in limited-range BT.709. */
const BLACK = [16 / 255, 128 / 255, 128 / 255] as const;

function createCompositor(gl: WebGL2RenderingContext): Compositor {
  const programs = createPrograms(gl);
  const textures = createPictureTextures(gl);
  const targets = createTextureTargetPool(gl);

  const into = (target: TextureTarget) => {
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
    gl.viewport(0, 0, target.width, target.height);
  };

  /** Converts planes to an upright picture of luma, chroma, and opacity. `part` is a matrix that selects a region. */
  const read = (layer: ComposedLayer, size: Size, part?: readonly number[]): TextureTarget => {
    const { picture, rotation, color } = layer;
    const target = targets.acquire(size);
    into(target);
    const planes = textures.get(picture).map((texture, index) => [`plane${index}`, texture] as const);
    const layout = picture.kind === 'image' ? 'rgba' : picture.layout;
    programs.of(READ_PASSES[layout]).draw(Object.fromEntries(planes), {
      ...uniformsOf(toWorkingColor(color)),
      upright: part === undefined ? ROTATIONS[rotation] : multiplied(ROTATIONS[rotation], part),
      byteWeights: byteWeightsOf(picture),
    });
    return target;
  };

  /** Reads at most two source pixels per pixel of the area in each direction. The final bilinear copy averages them. */
  const readReduced = (layer: ComposedLayer, area: Area): TextureTarget => {
    const picture = read(layer, reducedSize(uprightSize(layer), area), areaMatrix(area));
    if (picture.width === area.width && picture.height === area.height) return picture;
    const target = targets.acquire(area);
    into(target);
    programs.of(COPY_PASS).draw({ picture: picture.texture }, {});
    targets.release(picture);
    return target;
  };

  /**
   * Scales a picture and crops it to `size`. `uncropped` is the scaled size before the crop; it can be fractional.
   * `left` and `top` are the cropped lengths.
   */
  const scale = (picture: TextureTarget, size: Size, uncropped: Size, left: number, top: number): TextureTarget => {
    const scaledAcross = scaleAlong(
      picture,
      { width: size.width, height: picture.height },
      [1, 0],
      uncropped.width,
      left,
    );
    return scaleAlong(scaledAcross, size, [0, 1], uncropped.height, top);
  };

  const scaleAlong = (
    picture: TextureTarget,
    size: Size,
    axis: readonly [0 | 1, 0 | 1],
    uncroppedLength: number,
    cut: number,
  ): TextureTarget => {
    const [from, to] = axis[0] === 1 ? [picture.width, size.width] : [picture.height, size.height];
    const stepping = from / uncroppedLength;
    if (from === to && Math.abs(stepping - 1) < 1e-9 && cut === 0) return picture;
    // After the first direction, keep values beyond black and white, because the second direction can return them to
    // the valid range.
    const target = targets.acquire(size, axis[0] === 1);
    into(target);
    programs.of(SCALE_PASS).draw({ picture: picture.texture }, { axis, start: cut * stepping, stepping });
    targets.release(picture);
    return target;
  };

  const applyEffects = (layer: ComposedLayer, picture: TextureTarget, placed: PlacedPicture): TextureTarget => {
    let result = picture;
    for (const effect of layer.effects) {
      const uniforms = effectUniforms(effect, placed);
      const nextTarget = targets.acquire(result);
      into(nextTarget);
      programs.of(effectPass(effectShaders[effect.type].source)).draw({ picture: result.texture }, uniforms);
      targets.release(result);
      result = nextTarget;
    }
    return result;
  };

  const drawLayer = (
    layer: ComposedLayer,
    { frame, isTransparent = false }: Composition,
    canvas: TextureTarget,
    isDraft: boolean,
  ): void => {
    const placement = placeSource(layer.display, frame, layer.fit, 2);
    const area = areaOf(placement, frame, canvas);
    const source = isDraft
      ? readReduced(layer, area)
      : scale(read(layer, uprightSize(layer)), area, area.uncropped, area.cutLeft, area.cutTop);
    const processed = applyEffects(layer, source, { ...placement.picture, colorSpread: colorSpread(layer, placement) });
    gl.bindFramebuffer(gl.FRAMEBUFFER, canvas.framebuffer);
    gl.viewport(area.left, area.top, area.width, area.height);
    if (!isTransparent) gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE);
    programs.of(COPY_PASS).draw({ picture: processed.texture }, {});
    gl.disable(gl.BLEND);
    targets.release(processed);
  };

  /** Draws a layer without effects that fills the frame, in one pass from its planes to the canvas. */
  const drawDirectly = ({ picture, rotation, color }: ComposedLayer, area: Area, pass: string): void => {
    const planes = textures.get(picture).map((texture, index) => [`plane${index}`, texture] as const);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, area.width, area.height);
    // A strong reduction needs the mean of four samples; otherwise, one sample is enough.
    const isMuchSmaller = picture.width * picture.height > 4 * area.uncropped.width * area.uncropped.height;
    programs.of(pass).draw(Object.fromEntries(planes), {
      ...uniformsOf(toDisplayColor(color)),
      upright: multiplied(ROTATIONS[rotation], areaMatrix(area)),
      byteWeights: byteWeightsOf(picture),
      sampleDistance: isMuchSmaller ? [0.25 / area.width, 0.25 / area.height] : [0, 0],
    });
  };

  return {
    draw(composition, size, isDraft) {
      const { frame, layers, isTransparent = false } = composition;
      gl.disable(gl.BLEND);
      gl.disable(gl.DEPTH_TEST);
      const [only, ...others] = layers;
      if (isDraft && only !== undefined && others.length === 0 && only.effects.length === 0) {
        const pass = directPassOf(only);
        const area = areaOf(placeSource(only.display, frame, only.fit, 2), frame, size);
        if (pass !== null && coversAll(area, size)) {
          drawDirectly(only, area, pass);
          targets.sweep();
          return;
        }
      }
      const canvas = targets.acquire(size);
      into(canvas);
      gl.clearColor(...BLACK, isTransparent ? 0 : 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      for (const layer of layers) drawLayer(layer, composition, canvas, isDraft);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.viewport(0, 0, size.width, size.height);
      programs.of(SHOW_PASS).draw({ picture: canvas.texture }, uniformsOf(fromWorkingColor()));
      targets.release(canvas);
      targets.sweep();
    },
    dispose() {
      programs.dispose();
      textures.dispose();
      targets.dispose();
    },
  };
}

/**
 * Returns the fraction of a neighbor's chroma value that the reconstruction subtracts. Bilinear sampling of a half-size
 * chroma plane gives each pixel 3/4 of its own chroma value and 1/4 of a neighbor's value. The mean of two pixels then
 * contains 1/8 from each side. A factor of 0.18 nearly reverts this. A reduced picture needs less correction.
 */
function colorSpread({ picture }: ComposedLayer, { scaled }: Placement): number {
  const [luma, colors] = picture.kind === 'image' ? [] : picture.planes;
  if (luma === undefined || colors === undefined || colors.width === luma.width) return 0;
  const shrinking = Math.sqrt((picture.width * picture.height) / (scaled.width * scaled.height));
  return 0.18 * Math.min(1, Math.max(0.2, 2 - shrinking));
}

/**
 * Returns the pass that draws an opaque picture from its planes to the canvas; null if the layout of the planes has no
 * such pass.
 */
function directPassOf({ picture }: ComposedLayer): string | null {
  if (picture.kind === 'image') return null;
  return picture.layout === 'yuv' || picture.layout === 'nv' ? DIRECT_PASSES[picture.layout] : null;
}

function coversAll({ left, top, width, height }: Area, size: Size): boolean {
  return left === 0 && top === 0 && width === size.width && height === size.height;
}

/** Returns the weights of the two bytes of a texel. Their weighted sum is an 8-bit code as a fraction of 255. */
function byteWeightsOf(picture: Picture): readonly number[] {
  if (picture.kind === 'image' || picture.bitDepth === 8) return [1, 0];
  const levels = 2 ** (picture.bitDepth - 8);
  return [1 / levels, 256 / levels];
}

function uniformsOf({ matrix: [x, y, z], offset }: ColorTransform): Uniforms {
  return { matrix: [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]], offset };
}
