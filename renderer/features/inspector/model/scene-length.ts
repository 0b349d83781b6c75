import { attributeValue, type ElementNode } from '#shared/template/document/document.ts';
import { nestedScenesOf } from '#shared/template/tables/nested-scenes.ts';

/**
 * Whether scenes have a length of their own to be edited. A sequence and a choice are as long as what is played in them;
 * one that has a length all the same is shown it, so that it can be taken away.
 */
export function haveLength(scenes: readonly ElementNode[]): boolean {
  return scenes.some((scene) => nestedScenesOf(scene) === null || attributeValue(scene, 'duration') !== undefined);
}
