import fc from 'fast-check';
import { anyDocument } from './document.arbitrary.ts';
import { anyTextOf } from './written-loosely.arbitrary.ts';

/** Generates pieces that make XML invalid in most positions. */
const piece = fc.oneof(
  fc.constantFrom(
    '<',
    '>',
    '/',
    '"',
    "'",
    '&',
    ';',
    '=',
    '-',
    ']',
    '?',
    '!',
    ' ',
    '\n',
    '\r',
    '\0',
    '\ud800',
    '\udc00',
    '\ufffe',
    '\ufeff',
  ),
  fc.constantFrom(
    '<!--',
    '-->',
    '--',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<?xml version="1.0"?>',
    '<!DOCTYPE a>',
    '<!DOCTYPE a [',
    '<!ENTITY a "b">',
    '<!x',
  ),
  fc.constantFrom(
    '&amp;',
    '&a;',
    '&#0;',
    '&#x41;',
    '&#x110000;',
    '</',
    '</a>',
    '<a>',
    '<a',
    '<a b="',
    'a=b',
    ' a="1"',
    '/>',
    '</movie>',
    '</>',
    'xml',
    'é',
    '1',
  ),
  fc.string({ maxLength: 4, unit: 'binary' }),
);

const template = anyDocument.chain(anyTextOf);

/** Generates almost valid templates by inserting pieces. Some pieces replace other characters. */
export const mutatedTemplate: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      template,
      fc.constant(
        '<movie width="16" height="16" framerate="25">\n  <scene duration="1"><video url="a"/></scene>\n</movie>\n',
      ),
    ),
    fc.array(fc.record({ at: fc.nat(), length: fc.nat({ max: 12 }), piece }), { minLength: 1, maxLength: 6 }),
  )
  .map(([text, mutations]) =>
    mutations.reduce((mutated, { at, length, piece: inserted }) => {
      const offset = at % (mutated.length + 1);
      return mutated.slice(0, offset) + inserted + mutated.slice(offset + (length > 6 ? length - 6 : 0));
    }, text),
  );

/** Generates texts that consist of only these pieces. */
export const piecesOfXml: fc.Arbitrary<string> = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
