/** Paints of a coloured glyph, each as often as it is used: the largest flags have some hundreds. */
const MOST_PAINTS = 10_000;
const MOST_DEPTH = 64;

/** OpenType, “COLR”: where in a paint others are, by its format; of three bytes each, from the paint on. */
const CHILDREN = (format: number): readonly number[] => {
  if (format === 32) return [1, 5];
  return format === 10 || (format >= 12 && format <= 31) ? [1] : [];
};

/**
 * Whether glyphs that are painted in layers have an end, and not too many of them: paints may name each other, so that a
 * few bytes ask for any number.
 */
export function layersAreSound(colr: DataView | null): boolean {
  if (colr === null) return true;
  const old = colr.getUint16(2);
  const oldAt = colr.getUint32(4);
  for (let index = 0; index < old; index++) if (colr.getUint16(oldAt + 6 * index + 4) > MOST_PAINTS) return false;
  if (colr.getUint16(0) === 0) return true;
  const [baseAt, layersAt] = [colr.getUint32(14), colr.getUint32(18)];
  const count = baseAt === 0 ? 0 : colr.getUint32(baseAt);
  if (baseAt + 4 + 6 * count > colr.byteLength) return false;
  const glyphs = new Map<number, number>();
  for (let index = 0; index < count; index++) {
    const at = baseAt + 4 + 6 * index;
    glyphs.set(colr.getUint16(at), baseAt + colr.getUint32(at + 2));
  }
  const counting = new PaintCount(colr, glyphs, layersAt);
  for (const paint of glyphs.values()) if (counting.paintsOf(paint, 0) > MOST_PAINTS) return false;
  return true;
}

class PaintCount {
  private readonly colr: DataView;
  private readonly glyphs: ReadonlyMap<number, number>;
  private readonly layersAt: number;
  /** Of paints by their places; infinite while they are counted, so that one of itself has no end. */
  private readonly known = new Map<number, number>();

  constructor(colr: DataView, glyphs: ReadonlyMap<number, number>, layersAt: number) {
    this.colr = colr;
    this.glyphs = glyphs;
    this.layersAt = layersAt;
  }

  paintsOf(at: number, depth: number): number {
    const known = this.known.get(at);
    if (known !== undefined) return known;
    if (depth > MOST_DEPTH) return Number.POSITIVE_INFINITY;
    this.known.set(at, Number.POSITIVE_INFINITY);
    let sum = 1;
    for (const child of this.childrenOf(at)) {
      sum += this.paintsOf(child, depth + 1);
      if (sum > MOST_PAINTS) break;
    }
    this.known.set(at, sum);
    return sum;
  }

  private childrenOf(at: number): readonly number[] {
    const format = this.colr.getUint8(at);
    if (format === 1) return this.layers(this.colr.getUint8(at + 1), this.colr.getUint32(at + 2));
    if (format === 11) {
      const named = this.glyphs.get(this.colr.getUint16(at + 1));
      return named === undefined ? [] : [named];
    }
    return CHILDREN(format).map((place) => at + this.three(at + place));
  }

  private layers(count: number, first: number): readonly number[] {
    return Array.from(
      { length: count },
      (_, index) => this.layersAt + this.colr.getUint32(this.layersAt + 4 + 4 * (first + index)),
    );
  }

  private three(at: number): number {
    return (this.colr.getUint16(at) << 8) + this.colr.getUint8(at + 2);
  }
}
