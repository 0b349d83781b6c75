/** A byte offset in the memory of a job. */
export type Address = number;

/**
 * Pixel operations in integer arithmetic. WebAssembly (`assembly/`) produces the same bytes as the reference in
 * TypeScript (`testing/reference/`).
 *
 * A **pixel** has four bytes: Y, Cb, and Cr of BT.709 in limited range, each premultiplied by the opacity, and the
 * opacity. Addresses refer to the memory that the kernels were created with. A stride is the number of bytes from one
 * row to the next. Kernels do not check bounds. The caller must clip its rectangles.
 */
export interface Kernels {
  /** Premultiplies `count` pixels in place: each color × its opacity. */
  readonly weigh: (at: Address, count: number) => void;
  /** Converts premultiplied RGBA to pixels. `from` can equal `to`. */
  readonly fromRgba: (from: Address, to: Address, count: number) => void;
  /**
   * Reads opaque pixels from planes with chroma shared by 2 × 2 pixels. The rows of the chroma planes have half the
   * stride. `width` and `rows` are even.
   */
  readonly fromYuv420: (
    y: Address,
    cb: Address,
    cr: Address,
    stride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
  ) => void;
  /** Reads opaque pixels from three planes of one size. */
  readonly fromYuv444: (
    y: Address,
    cb: Address,
    cr: Address,
    stride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
  ) => void;
  /** Reads pixels from four planes of one size and premultiplies them. */
  readonly fromYuva444: (
    y: Address,
    cb: Address,
    cr: Address,
    alpha: Address,
    stride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
  ) => void;
  /** Reads pixels from four planes of one size with premultiplied colors. */
  readonly fromWeighted: (
    y: Address,
    cb: Address,
    cr: Address,
    alpha: Address,
    stride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
  ) => void;
  /**
   * Divides the colors of a frame by its opacity, in place. The planes have no gaps between their rows. A pixel with
   * opacity 0 gets the mean color, weighted by opacity, of the smallest of its blocks of 2 × 2, 4 × 4, and 8 × 8 pixels
   * with a visible pixel. Without such a block, it becomes black.
   */
  readonly unweigh: (y: Address, cb: Address, cr: Address, alpha: Address, width: number, rows: number) => void;
  /**
   * Samples `count` pixels of a row from a picture with bilinear interpolation. `picture` is the address of its first
   * pixel after the border. The first pixel is interpolated from four source pixels; `u` and `v` are the position of
   * the upper left one, in 16.16. `du` and `dv` are the steps per pixel. Every pixel must meet −1 ≤ u < width and −1 ≤
   * v < height.
   */
  readonly sample: (
    picture: Address,
    stride: number,
    u: number,
    v: number,
    du: number,
    dv: number,
    to: Address,
    count: number,
  ) => void;
  /**
   * Samples a solid picture of `width` × `height` pixels, like {@link Kernels.sample}. `color` is a premultiplied pixel
   * with Y as the lowest byte.
   */
  readonly sampleSolid: (
    color: number,
    width: number,
    height: number,
    u: number,
    v: number,
    du: number,
    dv: number,
    to: Address,
    count: number,
  ) => void;
  /** Multiplies every byte by an opacity of 0 to 256. */
  readonly fade: (at: Address, opacity: number, count: number) => void;
  /** Draws pixels over pixels. */
  readonly over: (
    from: Address,
    fromStride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
  ) => void;
  /** Draws pixels over three opaque planes of one size. */
  readonly over444: (
    from: Address,
    fromStride: number,
    y: Address,
    cb: Address,
    cr: Address,
    stride: number,
    width: number,
    rows: number,
  ) => void;
  /** Draws pixels over four planes of one size with premultiplied colors. */
  readonly overWeighted: (
    from: Address,
    fromStride: number,
    y: Address,
    cb: Address,
    cr: Address,
    alpha: Address,
    stride: number,
    width: number,
    rows: number,
  ) => void;
  /** Draws pixels over opaque planes with chroma shared by 2 × 2 pixels. `width` and `rows` are even. */
  readonly over420: (
    from: Address,
    fromStride: number,
    y: Address,
    cb: Address,
    cr: Address,
    stride: number,
    width: number,
    rows: number,
  ) => void;
  /** Mixes the bytes of `a` and `b`. `weight` is the weight of `b` in 256ths. `to` can equal `a` or `b`. */
  readonly mix: (a: Address, b: Address, weight: number, to: Address, count: number) => void;
  /** Mixes the bytes of `from` with `value`. `weight` is the weight of the value in 256ths. `to` can equal `from`. */
  readonly mixValue: (from: Address, value: number, weight: number, to: Address, count: number) => void;
  /**
   * Mixes the bytes of two planes that have no gaps between rows. The weight of `b` in 256ths is (start + x × across +
   * y × down) >> shift, clamped to 0 to 256. Callers must choose numbers whose sums fit into 32 bits.
   */
  readonly wipe: (
    a: Address,
    b: Address,
    start: number,
    across: number,
    down: number,
    shift: number,
    to: Address,
    width: number,
    rows: number,
  ) => void;
  /**
   * Mixes `count` bytes of `a` and `b`. The weight of `b` in 256ths is (start − t × slope) >> shift, clamped to 0 to
   * 256. `t` is the pixel's 16-bit number in `ways`, stored with the lower byte first. Callers must choose numbers
   * whose sums fit into 32 bits.
   */
  readonly wipeBy: (
    a: Address,
    b: Address,
    ways: Address,
    start: number,
    slope: number,
    shift: number,
    to: Address,
    count: number,
  ) => void;
  /** Halves a picture: each pixel is the mean of 2 × 2 pixels. `width` and `rows` are the size of the result. */
  readonly halve: (
    from: Address,
    fromStride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
  ) => void;
  /**
   * Changes pixels in place so that drawing them over `backdrop` gives the result of a blend mode. `table` has one byte
   * for each pair of bytes, at index 256 × the byte of the backdrop + the pixel's byte.
   */
  readonly blend: (at: Address, backdrop: Address, table: Address, count: number) => void;
  /**
   * Multiplies colors in place by a matrix of 20 numbers in 16.16: five numbers for each of R', G', B', and opacity.
   * The fifth number is added.
   */
  readonly matrix: (at: Address, matrix: Address, count: number) => void;
  /** Maps R', G', and B' by a table of 256 bytes each; in place. */
  readonly lookUp: (at: Address, tables: Address, count: number) => void;
  /** Rotates and scales Cb and Cr around gray by factors in 16.16; in place. */
  readonly turnColors: (at: Address, cosine: number, sine: number, count: number) => void;
  /**
   * Mixes pixels with a color (Y, Cb, Cr; Y is the lowest byte), in place. `weights` has the weight of the color for
   * each pixel, 0 to 255. The opacity stays unchanged.
   */
  readonly tint: (at: Address, weights: Address, color: number, count: number) => void;
  /**
   * Averages each pixel with `radius` pixels on each side, along each row. Outside the picture, the edge pixels are
   * repeated.
   */
  readonly blurAcross: (
    from: Address,
    fromStride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
    radius: number,
  ) => void;
  /** Averages each pixel with `radius` pixels above and below it, along each column. */
  readonly blurDown: (
    from: Address,
    fromStride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
    radius: number,
  ) => void;
  /**
   * Writes pixels of one color (not premultiplied; Y is the lowest byte). Their opacity is the opacity of the source
   * pixel × the opacity of the color.
   */
  readonly silhouette: (from: Address, to: Address, color: number, count: number) => void;
  /**
   * Multiplies pixels by a channel of a mask, in place. `channel` 0 is luminance; 1 to 3 are red, green, and blue; all
   * four are over black. 4 is opacity. If `invert` is 1, multiplies by the complement.
   */
  readonly mask: (at: Address, mask: Address, channel: number, invert: number, count: number) => void;
  /** Writes for each pixel the table entry at its luminance, 0 to 255. Writes 0 for an empty pixel. */
  readonly luminances: (from: Address, table: Address, to: Address, count: number) => void;
  /**
   * Screens colors in place with `light` × `intensity` (16.16, at most 4). `light` is first composed over black. The
   * opacity stays unchanged.
   */
  readonly screen: (at: Address, light: Address, intensity: number, count: number) => void;
  /**
   * Changes each color c in place to c + amount (c − soft). `soft` is the blurred color. `amount` is in 16.16, at most
   * 5. The opacity stays unchanged.
   */
  readonly sharpen: (at: Address, soft: Address, amount: number, count: number) => void;
  /**
   * Multiplies the opacity by the byte at 256 Cb + Cr of a table with 65,536 entries, in place. Then subtracts from Cb
   * and Cr their positive component along a direction. `x` and `y` are the direction in 16.16. `takenX` and `takenY`,
   * in 2.14, are the amounts to subtract per unit along it.
   */
  readonly key: (
    at: Address,
    table: Address,
    x: number,
    y: number,
    takenX: number,
    takenY: number,
    count: number,
  ) => void;
  /**
   * Adds pseudorandom noise to colors in place, at most `amount` (16.16, at most 1) × 127.5 in either direction. The
   * opacity stays unchanged. `u` is the noise cell of the first pixel in 16.16, and `du` is the step per pixel. `row`
   * is the common term of all cells of the row. If `colored` is 1, R', G', and B' have separate noise.
   */
  readonly noise: (
    at: Address,
    u: number,
    du: number,
    row: number,
    amount: number,
    colored: number,
    count: number,
  ) => void;
  /**
   * Mixes R', G', and B' in place with the colors of a table of `size`³ entries. `weight` is the weight of the table in
   * 256ths. `cubeBytes` in `effects/colors.ts` defines the layout of `positions` and `table`. The opacity stays
   * unchanged.
   */
  readonly cube: (at: Address, positions: Address, table: Address, size: number, weight: number, count: number) => void;
  /** Mirrors pixels. `axis` 0 swaps left and right, and 1 swaps top and bottom. `from` and `to` must differ. */
  readonly mirror: (
    from: Address,
    fromStride: number,
    to: Address,
    toStride: number,
    width: number,
    rows: number,
    axis: number,
  ) => void;
}

export type KernelName = keyof Kernels;
