import type { Drawing, DrawingFault, DrawingLayout, NotShown, SvgRefusal } from '#shared/drawings/drawing/drawing.ts';
import { sourcesOf } from '#shared/drawings/fonts/drawing-sources.ts';
import { optionalFamiliesFor } from '#shared/drawings/fonts/optional-fonts.ts';
import { assertNever } from '#shared/lib/assert.ts';
import type { Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { shortened } from '#shared/messages/quoting.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { shrunkTextSize } from '#shared/timeline/shrunk-text.ts';
import { runPool } from '../../waiting/pool.ts';
import type { DrawingUse } from '../plan/film-drawings.ts';
import type { Draw, UndrawableError } from './compose-threads.ts';

/** Lays out a drawing without drawing it. */
export type LayOut = (drawing: Drawing, signal: AbortSignal) => Promise<Result<DrawingLayout, DrawingFault>>;

/** The findings about a film's drawings, for each place that shows them. */
export interface DrawingFindings {
  /** Drawings that cannot be drawn. */
  readonly errors: readonly Finding[];
  /** Drawings that may not look as intended. */
  readonly warnings: readonly Finding[];
}

/** The number of simultaneous layouts. The next drawing is sent to the thread while one is laid out. */
const AT_ONCE = 2;

/** Lays out all drawings of a film, so that their faults are reported before a frame is made. */
export async function checkDrawings(
  drawings: readonly DrawingUse[],
  layOut: LayOut,
  signal: AbortSignal,
): Promise<DrawingFindings> {
  const plainWarnings: (readonly Finding[])[] = drawings.map(() => []);
  const counted: (readonly Finding[])[] = drawings.map(() => []);
  const wrong: (readonly Finding[])[] = drawings.map(() => []);
  const captions: CheckedCaption[] = [];
  await runPool(
    [...drawings.entries()],
    AT_ONCE,
    signal,
    async ([index, { drawing, frame, at, files, fontFiles, isCaption, isCounted }], either) => {
      const laidOut = await layOut(drawing, either);
      if (laidOut.ok && isCaption) captions.push({ index, drawing, frame, layout: laidOut.value, at });
      else if (laidOut.ok)
        (isCounted ? counted : plainWarnings)[index] = at.flatMap((place, use) =>
          warningsOf({ drawing, frame, layout: laidOut.value }, place, files?.[use]),
        );
      else wrong[index] = at.map((place, use) => faultFinding(laidOut.error, place, files?.[use], fontFiles));
    },
  );
  return {
    errors: wrong.flat(),
    warnings: [...withCounted(distinct(plainWarnings.flat()), counted.flat()), ...captionWarnings(captions)],
  };
}

/** Removes duplicates, because a layer can be drawn in several ways, such as in each of its spans. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

/**
 * Adds warnings about the texts of a moving number: the first warning of each code per layer. Omits a code that the
 * layer's resting text already has.
 */
function withCounted(warnings: readonly Finding[], counted: readonly Finding[]): readonly Finding[] {
  const keyOf = ({ code, at }: Finding) => `${code} ${at?.node}`;
  const reportedKeys = new Set(warnings.map(keyOf));
  const first = new Map(counted.toReversed().map((finding) => [keyOf(finding), finding]));
  return [...warnings, ...[...first].flatMap(([key, finding]) => (reportedKeys.has(key) ? [] : [finding]))];
}

interface CheckedCaption extends Pick<DrawingUse, 'drawing' | 'frame' | 'at'> {
  /** The index among all drawings. */
  readonly index: number;
  readonly layout: DrawingLayout;
}

/** The maximum number of missing characters in a warning. */
const MAX_MISSING = 10;

/** Returns the warnings about captions, once per layer. */
function captionWarnings(captions: readonly CheckedCaption[]): readonly Finding[] {
  const inOrder = captions.toSorted((one, other) => one.index - other.index);
  const layers = Map.groupBy(inOrder, ({ at }) => at[0]?.node);
  return [...layers.values()].flatMap((all): readonly Finding[] => {
    const at = all[0]?.at[0] ?? null;
    const [cut, ...more] = all.filter(({ layout }) => layout.overflows);
    const [small, ...moreSmall] = all.flatMap((drawing) => shrunkOf(drawing) ?? []);
    // A font counts as used if any caption uses it.
    const [unused = null] = all.every(({ layout }) => layout.unused !== undefined) ? (all[0]?.layout.unused ?? []) : [];
    const missing = [...new Set(all.flatMap(({ layout }) => layout.missing))].slice(0, MAX_MISSING);
    return [
      ...(cut === undefined ? [] : [overflowOf(cut, more.length)]),
      ...(small === undefined ? [] : [smallOf({ ...small, more: moreSmall.length }, at)]),
      ...(missing.length === 0 ? [] : [missingOf(missing, at)]),
      ...(unused === null ? [] : [unusedOf(unused.symbol, at)]),
    ];
  });
}

function overflowOf({ drawing, at }: CheckedCaption, more: number): Finding {
  const text = drawing.kind === 'text' ? shortened(drawing.content.replaceAll('\n', ' ')) : '';
  return { code: 'text/overflow', says: message('captions/overflow', { text, more }), at: at[0] ?? null };
}

/** A drawing with its layout. */
type CheckedDrawing = Pick<DrawingUse, 'drawing' | 'frame'> & { readonly layout: DrawingLayout };

function shrunkOf({ drawing, frame, layout }: CheckedDrawing): ReturnType<typeof shrunkTextSize> {
  return drawing.kind === 'text' ? shrunkTextSize(layout, drawing, frame) : null;
}

function smallOf(
  sizes: { readonly size: number; readonly asked: number; readonly more?: number },
  at: Finding['at'],
): Finding {
  return { code: 'text/too-small', says: message('text/too-small', sizes), at };
}

function warningsOf(checked: CheckedDrawing, at: Finding['at'], file?: string): readonly Finding[] {
  const { missing, unused = [], notShown } = checked.layout;
  const small = shrunkOf(checked);
  return [
    ...(small === null ? [] : [smallOf(small, at)]),
    ...overflowFindings(checked, at),
    ...(missing.length > 0 ? [missingOf(missing, at)] : []),
    ...unused.map(({ symbol }) => unusedOf(symbol, at)),
    ...(notShown === undefined ? [] : [notShownOf(notShown, at, file)]),
  ];
}

/** Returns the finding for a text that is cut off, extends beyond its box, or has a broken word. */
function overflowFindings({ drawing, layout }: CheckedDrawing, at: Finding['at']): readonly Finding[] {
  const code = 'text/overflow';
  if (drawing.kind !== 'text') return [];
  const { overflows, brokenWord, lines } = layout;
  if (!overflows)
    return brokenWord === undefined
      ? []
      : [{ code, says: message('text/broken-word', { word: shortened(brokenWord) }), at }];
  if (drawing.maxLines !== null && lines.length >= drawing.maxLines)
    return [{ code, says: message('text/more-lines', { most: drawing.maxLines }), at }];
  return [{ code, says: message(drawing.autosize === 'none' ? 'text/beyond-box' : 'text/overflow'), at }];
}

function notShownOf(notShown: NotShown, at: Finding['at'], file?: string): Finding {
  const ofFile = file === undefined ? {} : { file };
  return { code: 'image/not-shown', says: messageOfNotShown(notShown, ofFile), at };
}

function messageOfNotShown(notShown: NotShown, ofFile: { readonly file?: string }): Message {
  switch (notShown.of) {
    case 'animation':
      return message('image/animated-png', ofFile);
    case 'cut':
      return message('image/cut-gif', { ...ofFile, frames: notShown.frames });
    case 'svg':
      return message('image/svg-features', { ...ofFile, features: notShown.features });
    default:
      return assertNever(notShown);
  }
}

function unusedOf(symbol: number | null, at: Finding['at']): Finding {
  const code = symbol === null ? null : symbol.toString(16).toUpperCase();
  return {
    code: 'font/unused',
    says: message('font/unused', { symbol: code }),
    at: at && { ...at, attribute: 'font' },
  };
}

function missingOf(characters: readonly string[], at: Finding['at']): Finding {
  const canBeAdded = characters.some((character) => optionalFamiliesFor(character).length > 0);
  const says = message('text/missing-glyph', { characters, ...(canBeAdded && { canBeAdded }) });
  return { code: 'text/missing-glyph', says, at };
}

/** Returns the finding for a fault at one of the places that show the drawing. */
function faultFinding(
  fault: DrawingFault,
  at: Finding['at'],
  file?: string,
  fontFiles: DrawingUse['fontFiles'] = {},
): Finding {
  const ofFile = file === undefined ? {} : { file };
  switch (fault.code) {
    case 'font/unreadable': {
      const font = fontFiles[fault.digest];
      return { code: fault.code, says: message('drawing/font', font === undefined ? {} : { file: font }), at };
    }
    case 'source/kind':
      return { code: fault.code, says: message('drawing/no-image', ofFile), at };
    case 'source/unreadable':
      return {
        code: fault.code,
        says:
          fault.svg === undefined
            ? message(fault.isIncomplete ? 'drawing/incomplete-image' : 'drawing/damaged-image', ofFile)
            : svgRefusal(fault.svg, ofFile),
        at,
      };
    case 'source/too-large':
      return {
        code: fault.code,
        says: message(fault.of === 'work' ? 'drawing/much-work' : 'drawing/large-image', ofFile),
        at,
      };
    case 'text/too-slow':
      return { code: fault.code, says: message('drawing/too-slow'), at };
    case 'template/path':
      return { code: fault.code, says: message('drawing/path', { at: fault.at }), at };
    default:
      return assertNever(fault);
  }
}

function svgRefusal(refusal: SvgRefusal, ofFile: { readonly file?: string }): Finding['says'] {
  switch (refusal.of) {
    case 'encoding':
      return message('drawing/svg-encoding', { ...ofFile, encoding: refusal.encoding });
    case 'xml':
      return message('drawing/svg-xml', { ...ofFile, line: refusal.line });
    case 'depth':
      return message('drawing/svg-depth', { ...ofFile, most: refusal.most });
    case 'entities':
      return message('drawing/svg-entities', ofFile);
    case 'outside-entity':
      return message('drawing/svg-outside-entity', { ...ofFile, entity: refusal.entity });
    case 'elements':
      return message('drawing/svg-elements', ofFile);
    case 'size':
      return message('drawing/svg-size', ofFile);
    case 'stopped':
      return message('drawing/svg-stopped', ofFile);
    default:
      return assertNever(refusal);
  }
}

/** Returns the findings for a drawing that failed, for each place that shows its file, text, or path. */
export function undrawableFindings(
  { drawing, fault }: UndrawableError,
  uses: readonly DrawingUse[],
): readonly Finding[] {
  return uses
    .filter((use) => isOfTheSame(use.drawing, drawing, fault))
    .flatMap(({ at, files, fontFiles }) => at.map((place, use) => faultFinding(fault, place, files?.[use], fontFiles)));
}

/**
 * Adds the findings of all other drawings that cannot be drawn. A render stops at its first drawing error, and damaged
 * pixels are found only by drawing, so this function draws the remaining drawings. It skips captions and the texts of
 * moving numbers.
 */
export async function withRemainingDrawingErrors(
  findings: readonly Finding[],
  uses: readonly DrawingUse[],
  draw: Draw,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const reported = new Set(findings.map(({ at }) => at));
  const open = uses.filter(
    ({ at, isCaption, isCounted }) =>
      isCaption !== true && isCounted !== true && !at.some((place) => reported.has(place)),
  );
  // Draw each file once, even if its layers crop it differently.
  const alike = Map.groupBy(open, ({ drawing }) =>
    drawing.kind === 'image' ? drawing.image : JSON.stringify(drawing),
  );
  const groups = [...alike.values()];
  const more: (readonly Finding[])[] = groups.map(() => []);
  await runPool([...groups.entries()], 1, signal, async ([index, group], either) => {
    const drawn = group[0] && (await draw(group[0].drawing, either));
    if (drawn === undefined || drawn.ok) return;
    more[index] = group.flatMap(({ at, files, fontFiles }) =>
      at.map((place, use) => faultFinding(drawn.error, place, files?.[use], fontFiles)),
    );
  });
  return [...findings, ...more.flat()];
}

/** Checks whether a drawing uses the faulty source or path. Size and color may differ. */
function isOfTheSame(used: Drawing, drawing: Drawing, fault: DrawingFault): boolean {
  if (used.kind === 'text' && fault.code === 'font/unreadable') return sourcesOf(used).shared.includes(fault.digest);
  if (used.kind === 'text') return drawing.kind === 'text' && used.content === drawing.content;
  if (used.kind === 'image') return drawing.kind === 'image' && used.image === drawing.image;
  return drawing.kind === 'shape' && pathOf(used) !== null && pathOf(used) === pathOf(drawing);
}

function pathOf({ outline }: Extract<Drawing, { kind: 'shape' }>): string | null {
  return outline.kind === 'path' ? outline.data : null;
}
