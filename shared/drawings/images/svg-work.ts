import type { Size } from '../../template/values/placement.ts';
import { type ImageFacts, imageFacts } from './image-facts.ts';
import { type SvgElement, type SvgTree, svgLimits, svgTree } from './svg-elements.ts';
import { dataPicture, latin1, svgRoot } from './svg-root.ts';
import {
  COST,
  enlargement,
  FUNCTION_COST,
  functionsIn,
  hasUnboundedBlur,
  INHERITED,
  lengthOf,
  NOT_DRAWN,
  type ShapeReach,
  type StepUnits,
  shapeReach,
  stepCost,
} from './svg-shapes.ts';

/** The estimated work of drawing an SVG file. */
export interface SvgWork {
  /** The estimated seconds on an ordinary machine; infinite if the file exceeds the limits of the estimate. */
  readonly seconds: number;
  /** Whether elements are nested too deeply, including nesting through `use` and other references. */
  readonly isTooDeep: boolean;
}

/**
 * Estimates how long drawing an SVG file takes. The cost of a shape depends on its pixels and edges. The cost of a
 * filter depends on its steps. The cost of a blended layer depends on the pixels of the whole drawing.
 * @param user The size of the visible part in the units of the file.
 * @param pixels The size of the drawing.
 * @param most The estimate in seconds at which counting stops.
 * @param depth The number of SVG files that embed this file, directly or indirectly.
 */
export function svgWork(tree: SvgTree, user: Size, pixels: Size, most: number, depth = 0): SvgWork {
  const scale = Math.max(pixels.width / user.width, pixels.height / user.height);
  const counting = new WorkCount(tree, pixels, Number.isFinite(scale) ? scale : 1, { most: most * 1e9, depth });
  return counting.work();
}

/** The maximum nesting of SVG files that are embedded as pictures. */
const MAX_FILE_DEPTH = 3;

/** The maximum nesting of references, such as masks in masks or patterns in patterns. */
const MAX_REFERENCE_DEPTH = 24;
/** The maximum number of dashes that the SVG renderer draws. */
const MAX_DASHES = 1_000_000;

interface Bounds {
  /** The time limit in nanoseconds. */
  readonly most: number;
  /** The number of SVG files that embed this file. */
  readonly depth: number;
}

/** The context in which an element is drawn. */
interface DrawingContext {
  readonly scale: number;
  /** The inherited attributes; see {@link INHERITED}. */
  readonly inherited: ReadonlyMap<string, string>;
  readonly nested: number;
  /** The number of ancestors, including elements that use the element through `use`. */
  readonly depth: number;
}

class WorkCount {
  private readonly tree: SvgTree;
  private readonly canvas: number;
  private readonly side: number;
  private readonly rootScale: number;
  private readonly bounds: Bounds;
  private readonly visiting = new Set<SvgElement>();
  /** The extents of shapes that are used several times. */
  private readonly reaches = new Map<SvgElement, { readonly whole: number; readonly reach: ShapeReach | null }>();
  private readonly dashes = new Map<string, { readonly count: number; readonly period: number }>();
  private spent = 0;
  private isTooDeep = false;

  constructor(tree: SvgTree, { width, height }: Size, scale: number, bounds: Bounds) {
    this.tree = tree;
    this.bounds = bounds;
    this.canvas = width * height;
    this.side = Math.max(width, height);
    this.rootScale = scale;
  }

  work(): SvgWork {
    const { root, elements, rules, characters, declared, applied } = this.tree;
    this.spent = characters * COST.character + rules * COST.rule + elements * (COST.element + rules * COST.match);
    this.spent += declared * COST.declaration + applied * COST.applied;
    this.visit(root, { scale: this.rootScale, inherited: new Map(), nested: 0, depth: 0 }, true);
    return { seconds: this.spent / 1e9, isTooDeep: this.isTooDeep };
  }

  private add(count: number, cost: number): void {
    this.spent += Number.isNaN(count) ? 0 : count * cost;
  }

  /** Adds the work of an element and its children. */
  private visit(element: SvgElement, context: DrawingContext, isUsed = false): void {
    if (context.depth > svgLimits.depth) this.isTooDeep = true;
    if (context.nested > MAX_REFERENCE_DEPTH || this.isTooDeep) this.spent = Number.POSITIVE_INFINITY;
    if (this.spent > this.bounds.most || (NOT_DRAWN.has(element.name) && !isUsed)) return;
    // Skip an element that refers to itself, as the SVG renderer does.
    if (this.visiting.has(element)) return;
    this.visiting.add(element);
    this.add(1, COST.element + context.depth * COST.depth);
    const ownContext: DrawingContext = {
      ...context,
      scale: context.scale * enlargement(element.attributes.get('transform')),
      inherited: inheritedIn(element, context.inherited),
      depth: context.depth + 1,
    };
    this.addLayer(element, ownContext);
    this.addShape(element, ownContext);
    if (element.name === 'use') this.visitNamed(element.attributes.get('href'), ownContext, context.nested);
    for (const child of element.children) this.visit(child, ownContext);
    this.visiting.delete(element);
  }

  /** Adds the work of the element to which a reference such as `#a` or `url(#a)` points. */
  private visitNamed(reference: string | undefined, context: DrawingContext, nested = context.nested + 1): void {
    const named = this.named(reference);
    if (named !== undefined) this.visit(named, { ...context, nested }, true);
  }

  private named(reference: string | undefined): SvgElement | undefined {
    const id = /#([^)'"\s]+)/.exec(reference ?? '')?.[1];
    return id === undefined ? undefined : this.tree.byId.get(id);
  }

  /**
   * Adds the work of blending the layers of an element. A separately blended layer has the size of the whole drawing.
   */
  private addLayer(element: SvgElement, context: DrawingContext): void {
    const { attributes } = element;
    const [mask, clip, filter] = ['mask', 'clip-path', 'filter'].map((name) => attributes.get(name));
    const isBlended =
      Number.parseFloat(attributes.get('opacity') ?? '1') < 1 ||
      attributes.has('mix-blend-mode') ||
      attributes.get('isolation') === 'isolate';
    if (isBlended && element.children.length > 0) this.add(this.canvas, COST.layer);
    if (mask !== undefined && mask !== 'none') {
      this.add(this.canvas, COST.layer + COST.mask);
      this.visitNamed(mask, context);
    }
    if (clip !== undefined && clip !== 'none') {
      this.add(this.canvas, COST.layer + COST.mask);
      this.visitNamed(clip, context);
    }
    if (filter !== undefined && filter !== 'none') this.addFilter(element, filter, context);
  }

  private addFilter(element: SvgElement, filter: string, context: DrawingContext): void {
    this.add(this.canvas, 2 * COST.layer);
    const named = this.named(filter);
    const region = this.filterRegion(element, named, context.scale);
    this.add(region * functionsIn(filter), FUNCTION_COST);
    const steps = this.inheriting(named)?.children ?? [];
    const units = this.stepUnits(element, named, context.scale);
    if (hasUnboundedBlur(filter, steps, context.scale, units)) this.spent = Number.POSITIVE_INFINITY;
    for (const step of steps) {
      this.add(region, COST.step + stepCost(step, units));
      if (step.name !== 'feImage') continue;
      this.visitNamed(step.attributes.get('href'), context);
      this.addPicture(step, context);
    }
  }

  /** Returns the number of pixels per unit of length in filter steps (Filter Effects 1, `primitiveUnits`). */
  private stepUnits(element: SvgElement, filter: SvgElement | undefined, scale: number): StepUnits {
    if (this.attributeOf(filter, 'primitiveUnits') !== 'objectBoundingBox')
      return { across: scale, down: scale, most: this.side };
    const reach = this.reachOf(element, scale);
    const [across, down] = reach === null ? [this.side, this.side] : [reach.width * scale, reach.height * scale];
    return { across, down, most: this.side };
  }

  /** Follows the `href` of a filter, pattern, or gradient to the first element with children. */
  private inheriting(element: SvgElement | undefined): SvgElement | undefined {
    let [from, remaining] = [element, MAX_REFERENCE_DEPTH];
    while (from?.children.length === 0 && remaining > 0)
      [from, remaining] = [this.named(from.attributes.get('href')), remaining - 1];
    return from;
  }

  /** Returns an attribute of a filter or a pattern. If it is absent, returns the attribute of the element in `href`. */
  private attributeOf(element: SvgElement | undefined, name: string): string | undefined {
    let [from, remaining] = [element, MAX_REFERENCE_DEPTH];
    while (from !== undefined && !from.attributes.has(name) && remaining > 0)
      [from, remaining] = [this.named(from.attributes.get('href')), remaining - 1];
    return from?.attributes.get(name);
  }

  /**
   * Returns the number of pixels of a filter region: the box of the element, extended by a tenth of its size on each
   * side (SVG 1.1, 15.5). For groups and for regions in user space, returns the pixels of the whole drawing.
   */
  private filterRegion(element: SvgElement, filter: SvgElement | undefined, scale: number): number {
    const reach = this.reachOf(element, scale);
    const isUserSpace = this.attributeOf(filter, 'filterUnits') === 'userSpaceOnUse';
    if (reach === null || isUserSpace) return this.canvas;
    const share = (name: string) => 1 + Math.max(0.2, lengthOf(this.attributeOf(filter, name), 1, 1.2) - 1);
    return this.areaOf(reach, scale) * share('width') * share('height') || this.canvas;
  }

  private reachOf(element: SvgElement, scale: number): ShapeReach | null {
    const whole = this.side / scale;
    const cached = this.reaches.get(element);
    if (cached?.whole === whole) return cached.reach;
    const reach = shapeReach(element, whole);
    this.reaches.set(element, { whole, reach });
    return reach;
  }

  private areaOf({ width, height }: ShapeReach, scale: number): number {
    return Math.min(this.canvas, (width * scale + 1) * (height * scale + 1));
  }

  private addShape(element: SvgElement, context: DrawingContext): void {
    if (element.name === 'text' || element.name === 'tspan' || element.name === 'textPath') {
      this.add(element.textLength, COST.letter);
      this.addPaints(
        element,
        {
          width: element.textLength * 20,
          height: 20,
          segments: 20 * element.textLength,
          length: 100 * element.textLength,
          rise: 60 * element.textLength,
        },
        context,
      );
    }
    if (element.name === 'image') this.addPicture(element, context);
    const reach = element.name === 'image' ? null : this.reachOf(element, context.scale);
    if (reach !== null) this.addPaints(element, reach, context);
  }

  private addPaints(element: SvgElement, reach: ShapeReach, context: DrawingContext): void {
    const value = (name: string) => element.attributes.get(name) ?? context.inherited.get(name);
    const [fill, stroke] = [value('fill') ?? 'black', value('stroke') ?? 'none'];
    const area = this.areaOf(reach, context.scale);
    const rows = Math.min(reach.rise * context.scale, reach.segments * this.side);
    if (fill !== 'none') {
      this.add(reach.segments, COST.segment);
      this.add(rows, COST.row);
      this.addPaint(fill, area, context);
    }
    this.addMarkers(value, reach, context);
    if (stroke === 'none') return;
    const width = lengthOf(value('stroke-width'), this.side, 1);
    const dashes = this.dashesOf(value('stroke-dasharray'), reach.length);
    const edges = 6 * reach.segments + 4 * dashes;
    this.add(dashes, COST.dash);
    this.add(edges, COST.segment);
    this.add(2 * rows + 2 * Math.min(edges * this.side, edges * width * context.scale), COST.row);
    this.addPaint(stroke, Math.min(this.canvas, (reach.length * width + 1) * context.scale ** 2), context);
  }

  private dashesOf(text: string | undefined, length: number): number {
    if (text === undefined || text === 'none') return 0;
    const { count, period } = this.dashes.get(text) ?? readDashes(text);
    this.dashes.set(text, { count, period });
    this.add(count, COST.dashLength);
    return period > 0 ? Math.min(MAX_DASHES, (count * length) / period) : 0;
  }

  private addMarkers(
    value: (name: string) => string | undefined,
    { segments }: ShapeReach,
    context: DrawingContext,
  ): void {
    for (const name of ['marker', 'marker-start', 'marker-mid', 'marker-end']) {
      const marker = value(name);
      if (marker === undefined || marker === 'none') continue;
      const before = this.spent;
      this.visitNamed(marker, context);
      const times = name === 'marker' || name === 'marker-mid' ? segments : 1;
      this.spent += (this.spent - before) * Math.max(0, times - 1);
    }
  }

  /** Adds the work of a fill: a color, a gradient, or a pattern. */
  private addPaint(paint: string, area: number, context: DrawingContext): void {
    const named = this.named(paint);
    const stops = this.inheriting(named)?.children.length ?? 0;
    this.add(stops, COST.stopOfUse);
    this.add(area, named === undefined ? COST.fill : COST.shader + stops * COST.stop);
    if (named?.name !== 'pattern') return;
    const isUserSpace = this.attributeOf(named, 'patternUnits') === 'userSpaceOnUse';
    const scale = context.scale * enlargement(this.attributeOf(named, 'patternTransform'));
    const [width, height] = ['width', 'height'].map(
      (side) => lengthOf(this.attributeOf(named, side), 1, 0) * (isUserSpace ? scale : this.side),
    );
    this.add((width ?? 0) * (height ?? 0), COST.layer);
    const content = this.inheriting(named);
    if (content !== undefined) this.visit(content, { ...context, scale, nested: context.nested + 1 }, true);
  }

  /** Adds the work of an embedded picture. The SVG renderer skips pictures outside the file. */
  private addPicture(element: SvgElement, context: DrawingContext): void {
    const address = element.attributes.get('href') ?? '';
    this.add(address.length, COST.character);
    const bytes = dataPicture(address);
    const facts = bytes && imageFacts(bytes);
    if (bytes === null || facts === null) return;
    const reach = shapeReach(element, this.side / context.scale);
    this.add(this.canvas, COST.layer);
    this.add(reach === null ? this.canvas : this.areaOf(reach, context.scale), COST.picture);
    const root = facts.format === 'svg' ? svgRoot(bytes) : null;
    if (root === null) {
      this.add(facts.width * facts.height, pictureCost(bytes, facts));
      return;
    }
    const side = Math.sqrt(this.canvas);
    const { most, depth } = this.bounds;
    const tree = depth >= MAX_FILE_DEPTH ? null : svgTree(latin1(bytes));
    const size = { width: side, height: side };
    const inner = tree?.ok ? svgWork(tree.value, root.viewBox ?? root.size, size, most / 1e9, depth + 1) : null;
    this.add(inner?.seconds ?? Number.POSITIVE_INFINITY, 1e9);
  }
}

/** Returns the attributes that the children of an element inherit. For `use`, the used element inherits them. */
function inheritedIn(element: SvgElement, context: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (element.children.length === 0 && element.name !== 'use') return context;
  const declared = INHERITED.flatMap((name) => {
    const value = element.attributes.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return declared.length === 0 ? context : new Map([...context, ...declared]);
}

function readDashes(text: string): { readonly count: number; readonly period: number } {
  const lengths = text
    .trim()
    .split(/[\s,]+/)
    .map(Number.parseFloat);
  return { count: lengths.length, period: lengths.reduce((sum, length) => sum + length, 0) };
}

function pictureCost(bytes: Uint8Array, { format }: ImageFacts): number {
  if (format === 'webp') return COST.losslessPicture;
  if (format !== 'png') return COST.picture;
  // Check the number of bits per sample (PNG 3, 11.2.1).
  return bytes[24] === 16 ? COST.deepPicture : COST.losslessPicture;
}
