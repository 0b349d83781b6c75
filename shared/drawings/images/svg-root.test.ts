import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { imageFacts } from './image-facts.ts';
import { sizedSvg, svgRoot } from './svg-root.ts';

const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"';
const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const sizeOf = (attributes: string) => svgRoot(bytes(`<svg ${NAMESPACE} ${attributes}/>`))?.size;

describe('the root of an SVG', () => {
  test.each([
    ['without a prolog', '<svg width="4" height="3"/>'],
    ['after a byte order mark and white space', '\ufeff\n  <svg width="4" height="3"></svg>'],
    ['after a declaration and comments', '<?xml version="1.0"?><!-- <svg> --> <svg width="4" height="3"/>'],
    [
      'after a document type with entities',
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a>b" [ <!ENTITY a "]>"> <!-- ]> --> ]><svg width="4" height="3"/>',
    ],
    ['with a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg" width="4" height="3"/>'],
    ['with single quotes', "<svg\n width='4'\n height='3'\n>"],
  ])('is found: %s', (_, text) => {
    expect(imageFacts(bytes(text))).toEqual({ format: 'svg', width: 4, height: 3 });
  });

  test.each([
    ['HTML', '<!DOCTYPE html><html><svg width="4" height="3"/></html>'],
    ['a template', '<movie width="4" height="3"/>'],
    ['a longer element name', '<svgs width="4" height="3"/>'],
    ['a truncated tag', '<svg width="4" hei'],
    ['an unclosed comment', '<!-- <svg width="4" height="3"/>'],
    ['text before the root', 'see <svg width="4" height="3"/>'],
    ['another encoding', '\0<\0s\0v\0g'],
    ['an empty file', ''],
  ])('is not found: %s', (_, text) => {
    expect(imageFacts(bytes(text))).toBeNull();
  });
});

test.each([
  ['width="120" height="80px"', 120, 80],
  ['width="1in" height="72pt"', 96, 96],
  ['width="10mm" height="1cm"', 960 / 25.4, 96 / 2.54],
  ['viewBox="0 0 24 12.5"', 24, 12.5],
  ['viewBox="-5,-5 , 24,12" width="48"', 48, 24],
  ['viewBox="0 0 24 12" height="24"', 48, 24],
  ['viewBox="0 0 24 12" width="100%" height="50%"', 24, 6],
  ['', 300, 150],
  ['width="60"', 60, 150],
  ['width="&w;" height="auto" viewBox="0 0 0 10"', 300, 150],
])('the attributes of the root determine the natural size: %s', (attributes, width, height) => {
  const size = required(sizeOf(attributes), 'a size');
  expect(size.width).toBeCloseTo(width, 9);
  expect(size.height).toBeCloseTo(height, 9);
});

// Without the length limit, the first case would block the thread for hours.
test.each([
  ['figures', `${'9'.repeat(500_000)}!`],
  ['spaces', `9${' '.repeat(500_000)}!`],
])('a size attribute of 500,000 %s is ignored', (_, width) => {
  expect(sizeOf(`width="${width}" height="10"`)).toEqual({ width: 300, height: 10 });
});

test('an SVG of size zero is refused', () => {
  expect(sizeOf('width="0" height="10"')).toBeUndefined();
});

test('a resized SVG keeps everything except its size', () => {
  const sized = (attributes: string) => {
    const file = bytes(`<!-- a --><svg ${NAMESPACE} ${attributes}><path d="M0 0"/></svg>`);
    return Buffer.from(sizedSvg(file, required(svgRoot(file), 'a root'), { width: 200, height: 101 })).toString();
  };
  expect(sized('width="20" height="10" fill="red"')).toBe(
    `<!-- a --><svg width="200" height="101" viewBox="0 0 20 10" preserveAspectRatio="none" ${NAMESPACE} fill="red"><path d="M0 0"/></svg>`,
  );
  expect(sized('viewBox="1 2 20 10"')).toContain(`preserveAspectRatio="none" ${NAMESPACE} viewBox="1 2 20 10">`);
  // `sizedSvg` adds no `preserveAspectRatio` if the view box has another aspect ratio than the root, or if the root
  // already has the attribute.
  expect(sized('width="20" height="20" viewBox="0 0 20 10"')).not.toContain('preserveAspectRatio');
  expect(sized('viewBox="0 0 20 10" preserveAspectRatio="xMinYMin"').match(/preserveAspectRatio/g)).toHaveLength(1);
});
