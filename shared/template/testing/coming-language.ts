import { LANGUAGE, type Language } from '../tables/language.ts';
import { boolean, time } from '../value-types/attribute-types.ts';
import { assetName, url } from '../value-types/text-types.ts';

const optional = { default: null };
const source = { label: 'Source', description: 'A source.', absent: optional };

/**
 * The language with elements of a future version: a title with text content, times, and a font; a picture from a file
 * or URL; and an effect with a color table. Tests use it to check that code that traverses the tables supports such
 * elements.
 */
export const futureLanguage: Language = {
  elements: {
    ...LANGUAGE.elements,
    scene: { ...required('scene'), children: ['video', 'title', 'picture'] },
    title: {
      role: 'layer',
      label: 'Title',
      description: 'Text over a scene.',
      content: { label: 'Text', description: 'What it says.' },
      attributes: {
        offset: {
          type: time({ minimum: 0 }),
          label: 'Start',
          description: 'When it begins.',
          absent: { default: 0 },
          time: 'start',
        },
        duration: {
          type: time({ minimum: 1 }),
          label: 'Length',
          description: 'How long it is there.',
          absent: optional,
          time: 'length',
        },
        fadein: { type: time({ minimum: 0 }), label: 'Fade', description: 'A fade.', absent: { default: 0 } },
        font: { ...source, type: assetName('font') },
        enabled: { type: boolean(), label: 'Enabled', description: 'On.', absent: { default: true } },
      },
      children: ['filter'],
    },
    picture: {
      role: 'layer',
      label: 'Picture',
      description: 'A still picture.',
      attributes: { src: { ...source, type: assetName('image') }, url: { ...source, type: url('image') } },
      children: ['filter'],
      oneOf: ['url', 'src'],
    },
  },
  effects: {
    ...LANGUAGE.effects,
    cube: {
      element: 'filter',
      label: 'Colours',
      description: 'Colours by a table.',
      isNeutral: () => false,
      attributes: { src: { ...source, type: assetName('table') } },
    },
  },
};

function required(name: string) {
  const spec = LANGUAGE.elements[name];
  if (spec === undefined) throw new Error(`the language has no ${name}`);
  return spec;
}
