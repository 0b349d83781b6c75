/** A shader of a kernel, and what it is to be run on. */
interface ShaderRuns {
  readonly source: string;
  /** The names of its numbers. */
  readonly uniforms: readonly string[];
  /** Of the memory, which is a square of bytes. */
  readonly side: number;
  /** Bytes in base64, of which each memory is a piece. */
  readonly pool: string;
  readonly runs: readonly { readonly numbers: readonly number[]; readonly from: number }[];
}

/**
 * Runs a kernel's shader on memories. Runs in a page alone, so all it needs is in it.
 * @returns Of each run the places that have changed and their bytes, one after the other.
 */
export function runOnMemories({ source, uniforms, side, pool, runs }: ShaderRuns): readonly (readonly number[])[] {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (gl === null) throw new Error('there is no WebGL 2');
  const program = gl.createProgram();
  const corners = `#version 300 es
    void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1); }`;
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, corners],
    [gl.FRAGMENT_SHADER, source],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) throw new Error('the context is lost');
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? '');
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  // biome-ignore lint/correctness/useHookAtTopLevel: this is WebGL's, not React's.
  gl.useProgram(program);

  const memory = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, memory);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  const target = gl.createRenderbuffer();
  gl.bindRenderbuffer(gl.RENDERBUFFER, target);
  gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8UI, side / 4, side);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, target);
  gl.viewport(0, 0, side / 4, side);

  const bytes = Uint8Array.from(atob(pool), (each) => each.charCodeAt(0));
  const after = new Uint32Array(side * side);
  return runs.map(({ numbers, from }) => {
    const before = bytes.subarray(from, from + side * side);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8UI, side, side, 0, gl.RED_INTEGER, gl.UNSIGNED_BYTE, before);
    for (const [index, uniform] of uniforms.entries())
      gl.uniform1i(gl.getUniformLocation(program, uniform), numbers[index] ?? 0);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.readPixels(0, 0, side / 4, side, gl.RGBA_INTEGER, gl.UNSIGNED_INT, after);
    if (gl.getError() !== gl.NO_ERROR) throw new Error('WebGL refused');
    const changes: number[] = [];
    for (let place = 0; place < before.length; place++)
      if (after[place] !== before[place]) changes.push(place, after[place] ?? -1);
    return changes;
  });
}
