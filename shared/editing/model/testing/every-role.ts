import type { ElementRole, ElementSpec } from '#shared/template/tables/elements.ts';
import { LANGUAGE, type Language } from '#shared/template/tables/language.ts';

/**
 * A language with an element for each role, independent of the real language: transitions and sounds in the movie,
 * groups with layers, masks, animations, and fonts. Tests about all roles use it.
 */
export const everyRole: Language = {
  effects: LANGUAGE.effects,
  elements: {
    ...LANGUAGE.elements,
    movie: element('movie', 'Movie', ['resources', 'scene', 'transition', 'audio']),
    scene: element('scene', 'Scene', ['scene', 'video', 'group']),
    video: element('layer', 'Video', ['filter', 'mask', 'animation']),
    group: element('layer', 'Group', ['video', 'group', 'filter', 'mask', 'animation']),
    mask: element('mask', 'Mask', ['video', 'group']),
    animation: element('animation', 'Animation', []),
    transition: element('transition', 'Transition', []),
    audio: element('sound', 'Audio', []),
    resources: element('resource', 'Resources', ['font']),
    font: element('resource', 'Font', []),
  },
};

function element(role: ElementRole, label: string, children: readonly string[]): ElementSpec {
  return { role, label, description: `Of the role ${role}.`, attributes: {}, children };
}
