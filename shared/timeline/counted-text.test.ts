import { describe, expect, test } from 'vitest';
import { film } from '#shared/editing/model/testing/editing.ts';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { TextLayer } from '#shared/template/movie/movie.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { countedFrameAt, withoutVariableNames } from './counted-text.ts';
import { textDrawing } from './layer-drawing.ts';
import { styleAt } from './layer-state.ts';

/** Resolves a scene of 50 frames with one text. */
function resolved(text: string, values: Readonly<Record<string, string>> = {}, duration = 50) {
  const source = film(`<scene duration="${duration}">${text}</scene>`);
  const { movie, findings } = resolveTemplate(source.document, {
    values: new Map(Object.entries(values)),
    missing: 'error',
  });
  const layer = movie?.scenes[0]?.layers[0];
  return { layer: layer?.kind === 'text' ? layer : null, findings: locateFindings(findings, source) };
}

function textOf(text: string, values: Readonly<Record<string, string>> = {}): TextLayer {
  const { layer, findings } = resolved(text, values);
  return required(layer ?? undefined, `a text; findings: ${JSON.stringify(findings)}`);
}

const shown = (layer: TextLayer, ...at: readonly number[]) =>
  at.map((frame) => countedFrameAt(layer, frame, 50)?.content ?? layer.content);

const COUNTING = '<animation type="countup" duration="10" easing="linear"/>';

describe('a text with a number', () => {
  test('shows its number alone without content', () => {
    expect(textOf('<text value="1234567.5"/>').content).toBe('1,234,567.5');
    expect(textOf('<text value="-0"/>').content).toBe('0');
  });

  test('replaces `value` in its content by its number', () => {
    const layer = textOf('<text value="4.9" content="${value} of ${= money(value * 2, \'EUR\')}"/>');
    expect([layer.content, layer.counted, layer.style.figures]).toEqual(['4.9 of €9.80', undefined, undefined]);
  });

  test('keeps a variable of the same name outside the content', () => {
    expect(textOf('<text content="${value, a}"/>').content).toBe('a');
    expect(textOf('<text value="3" name="${value}" content="${value}"/>', { value: 'b' })).toMatchObject({
      name: 'b',
      content: '3',
    });
  });

  test('ends with its number as written', () => {
    const layer = textOf(`<text value="20.50" content="\${= number(value, 2)}!">${COUNTING}</text>`);
    expect(shown(layer, 0, 4, 9, 10, 49)).toEqual(['1.86!', '9.32!', '18.64!', '20.50!', '20.50!']);
    expect(layer.style.figures).toBe('tabular');
  });

  test('counts for a second by default', () => {
    const layer = textOf('<text value="100"><animation type="countup" easing="linear"/></text>');
    const [first, before, last] = shown(layer, 0, 24, 25);
    expect([Number(first) > 0, before === '100', last]).toEqual([true, false, '100']);
  });

  test('interpolates between keyframes and is exact at keyframes', () => {
    const keys = '<key time="0" value="0.5"/><key time="4" value="10.125"/>';
    const layer = textOf(`<text value="7" decimals="1"><animation>${keys}</animation></text>`);
    expect(shown(layer, 0, 1, 2, 4, 9)).toEqual(['0.5', '2.9', '5.3', '10.125', '10.125']);
  });

  test('rounds halves of the binary value away from zero', () => {
    const keys = (value: string) => `<animation><key time="0" value="0"/><key time="2" value="${value}"/></animation>`;
    const at = (value: string, decimals: number) =>
      shown(textOf(`<text value="0" decimals="${decimals}">${keys(value)}</text>`), 1)[0];
    expect([at('5', 0), at('-5', 0), at('2.01', 2), at('-0.2', 0)]).toEqual(['3', '-3', '1', '0']);
  });

  test('evaluates names other than `value` once', () => {
    const content = `content="\${= language = 'en' ? value * factor ~ unit : unit}"`;
    const layer = textOf(`<text value="4" ${content}>${COUNTING}</text>`, { factor: '2', unit: ' km' });
    expect(shown(layer, 10)).toEqual(['8 km']);
    expect(layer.counted?.pieces).toMatchObject([{ names: { factor: '2', unit: ' km' } }]);
  });

  test('has the same data for differently named variables', () => {
    const dataOf = (name: string) => {
      const layer = textOf(`<text value="4" content="a \${= value ~ ${name}}">${COUNTING}</text>`, { [name]: 'x' });
      return withoutVariableNames(required(layer.counted, 'a moving number'));
    };
    expect(dataOf('unit')).toEqual(dataOf('measure'));
    const data = dataOf('unit');
    expect(countedFrameAt({ ...textOf(`<text value="4">${COUNTING}</text>`), counted: data }, 10, 50)?.content).toBe(
      'a 4x',
    );
  });

  test('shifts the ranges of its spans', () => {
    const content =
      '<content><span weight="700">${= value > 9 ? value : \'\'}</span><span size="9">kg</span></content>';
    const layer = textOf(`<text value="10" decimals="0">${content}${COUNTING}</text>`);
    const spans = [0, 10].map((frame) =>
      countedFrameAt(layer, frame, 50)?.spans?.map(({ start, end }) => `${start}-${end}`),
    );
    expect(spans).toEqual([
      ['0-0', '0-2'],
      ['0-2', '2-4'],
    ]);
    const look = styleAt(layer, 0, 50, { width: 100, height: 100 });
    const drawing = textDrawing(layer, [], { frame: { width: 100, height: 100 }, scale: 1, look });
    expect([drawing.content, drawing.runs?.length]).toEqual(['kg', 1]);
  });

  test('combines with the keyframes of the style', () => {
    const size = '<animation><key time="0" fontsize="10"/><key time="10" fontsize="20"/></animation>';
    const layer = textOf(`<text value="10">${size}${COUNTING}</text>`);
    expect(styleAt(layer, 5, 50, { width: 9, height: 9 })).toMatchObject({ fontsize: 15, text: { content: '5' } });
  });

  test('stays constant if its animation is disabled', () => {
    const layer = textOf('<text value="10"><animation type="countup" enabled="false"/></text>');
    expect([layer.counted, layer.style.figures]).toEqual([undefined, undefined]);
  });

  test('has the digit style of its attribute `figures`', () => {
    const figures = (name: string) => textOf(`<text value="1" figures="${name}">${COUNTING}</text>`).style.figures;
    expect([figures('font'), figures('proportional')]).toEqual([undefined, 'proportional']);
  });
});

describe('the problems of a moving number', () => {
  const problemsOf = (text: string, duration = 50) =>
    resolved(text, {}, duration).findings.map(({ code, path: at }) => `${code} ${at}`);

  test('include a fault in any frame', () => {
    const text = (content: string) => `<text value="10" decimals="0" ${content}>${COUNTING}</text>`;
    expect(problemsOf(text('content="${= 1 / (value - 5)}"'))).toEqual(['expression/value movie/scene/text@content']);
    expect(problemsOf(text('content="${= 1 / (value - 11)}"'))).toEqual([]);
  });

  test('ignore a number that no frame shows', () => {
    const text = (length: number) =>
      `<text value="5" content="\${= 1 / (5 - value)}" duration="${length}">${COUNTING}</text>`;
    expect(resolved(text(8))).toMatchObject({ findings: [], layer: { counted: { value: '5' } } });
    expect(resolved(text(20)).findings.map(({ code }) => code)).toEqual(['expression/value']);
    const keyed =
      '<text value="0" content="${= 1 / value}"><animation><key time="0" value="1"/><key time="20" value="3"/></animation></text>';
    expect(resolved(keyed).findings).toEqual([]);
  });

  test('omit faults that follow from a refused number', () => {
    const text = '<text value="${v}" content="${= 1 / value} ${= nosuch(value)}"/>';
    const codes = (value: string) => resolved(text, { v: value }).findings.map(({ code }) => code);
    expect(codes('many')).toEqual(['variable/refused', 'expression/function']);
  });

  test('point to the characters at fault', () => {
    const { findings } = resolved(`<text value="10" decimals="0" content="a \${= 1 / (value - 5)}">${COUNTING}</text>`);
    expect(findings).toMatchObject([{ code: 'expression/value', column: 73 }]);
  });

  test('include a layer with too many frames', () => {
    const text = `<text value="10">${COUNTING}</text>`;
    expect(problemsOf(text, 10_000)).toEqual([]);
    expect(problemsOf(text, 10_001)).toEqual(['expression/too-slow movie/scene/text@value']);
  });

  test('include the limit of all evaluations in the movie once', () => {
    const text = `<text value="1000" decimals="3" content="\${= sum(range(1, 9000)) + value}">${COUNTING.replace('10', '60')}</text>`;
    const codes = (scenes: number, overlay = '') => {
      const source = film(`${`<scene duration="60">${text}</scene>`.repeat(scenes)}${overlay}`);
      const { findings } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
      return findings.map(({ code, says }) => `${code} ${says.code}`);
    };
    expect(codes(4)).toEqual([]);
    expect(codes(4, `<overlay>${text.repeat(8)}</overlay>`)).toEqual(['expression/too-slow expression/all-too-slow']);
    expect(codes(30)).toEqual(['expression/too-slow expression/all-too-slow']);
  });

  test('include a count animation without a number', () => {
    expect(problemsOf(`<text content="a">${COUNTING}</text>`)).toEqual(['template/missing-attribute movie/scene/text']);
    expect(problemsOf(`<solid>${COUNTING}</solid>`)).toEqual([
      'template/not-animatable movie/scene/solid/animation@type',
    ]);
  });

  test('include an invalid number once', () => {
    expect(problemsOf('<text value="a"/>')).toEqual(['template/invalid-value movie/scene/text@value']);
  });

  test('count frames from the first visible one', () => {
    expect(
      problemsOf(`<text value="10" overlap="10" decimals="0" content="\${= 1 / (value - 1)}">${COUNTING}</text>`),
    ).toEqual([]);
  });
});
