import type { Size } from '#shared/template/values/placement.ts';

/** A texture that can be drawn into. */
export interface Target extends Size {
  readonly texture: WebGLTexture;
  readonly framebuffer: WebGLFramebuffer;
  readonly deep: boolean;
}

/** Lends targets and takes them back, so that drawing a frame makes none anew. */
export interface Targets {
  /** `deep` ones keep what lies outside of 0 to 1, where the graphics can. */
  readonly take: (size: Size, deep?: boolean) => Target;
  readonly giveBack: (target: Target) => void;
  /** Frees those that were not used since the last call. */
  readonly sweep: () => void;
  readonly dispose: () => void;
}

export function createTargets(gl: WebGL2RenderingContext): Targets {
  const canBeDeep = gl.getExtension('EXT_color_buffer_float') !== null;
  const all = new Set<Target>();
  const free = new Set<Target>();
  const used = new Set<Target>();

  const create = ({ width, height }: Size, deep: boolean): Target => {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, deep ? gl.RGBA16F : gl.RGBA8, width, height);
    setSampling(gl, deep ? gl.NEAREST : gl.LINEAR);
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    const target = { width, height, texture, framebuffer, deep };
    all.add(target);
    return target;
  };

  const destroy = (target: Target) => {
    gl.deleteFramebuffer(target.framebuffer);
    gl.deleteTexture(target.texture);
    all.delete(target);
    free.delete(target);
  };

  return {
    take(size, wantsDeep = false) {
      const deep = wantsDeep && canBeDeep;
      const fits = (each: Target) => each.width === size.width && each.height === size.height && each.deep === deep;
      const found = [...free].find(fits) ?? create(size, deep);
      free.delete(found);
      used.add(found);
      return found;
    },
    giveBack: (target) => {
      free.add(target);
    },
    sweep() {
      for (const target of [...free]) if (!used.has(target)) destroy(target);
      used.clear();
    },
    dispose() {
      for (const target of [...all]) destroy(target);
    },
  };
}

/** How the bound texture is read between its pixels; beyond its edge the edge goes on. */
export function setSampling(gl: WebGL2RenderingContext, filter: number): void {
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
}
