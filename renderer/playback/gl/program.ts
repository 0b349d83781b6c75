/** Values by name: numbers, vectors of two to four, and matrices of nine values, column by column. */
export type Uniforms = Readonly<Record<string, number | readonly number[]>>;

/** Textures by the name of their sampler. */
export type Samplers = Readonly<Record<string, WebGLTexture>>;

/** A shader program that fills a rectangle of pixels. */
export interface Program {
  /** Draws over the whole viewport of the bound framebuffer. */
  readonly draw: (samplers: Samplers, uniforms: Uniforms) => void;
  readonly dispose: () => void;
}

/** One triangle that covers the viewport. `at` is (0, 0) at the first row of pixels. */
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

/** Compiles GLSL ES 3.00 whose `main` sets `result`. Throws the messages of the compiler. */
export function createProgram(gl: WebGL2RenderingContext, fragment: string): Program {
  const program = gl.createProgram();
  const shaders = [compile(gl, gl.VERTEX_SHADER, VERTEX), compile(gl, gl.FRAGMENT_SHADER, HEAD + fragment)];
  for (const shader of shaders) gl.attachShader(program, shader);
  gl.linkProgram(program);
  for (const shader of shaders) gl.deleteShader(shader);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`A shader does not link: ${gl.getProgramInfoLog(program)}`);

  const locations = new Map<string, WebGLUniformLocation | null>();
  const locationOf = (name: string): WebGLUniformLocation | null => {
    const known = locations.get(name);
    if (known !== undefined) return known;
    const found = gl.getUniformLocation(program, name);
    locations.set(name, found);
    return found;
  };

  return {
    draw(samplers, uniforms) {
      // biome-ignore lint/correctness/useHookAtTopLevel: a function of WebGL, not a hook of React.
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
