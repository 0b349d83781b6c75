import { err, ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { easing as easingType } from '../../template/value-types/easing-type.ts';
import { planned } from '../planning/planned.ts';
import { attributeEdits, type Plan, type Planning } from '../planning/planning.ts';
import { easingsIn } from './animated.ts';
import { type Edits, eachOwner, isAmong, joined } from './each-key.ts';
import type { KeyCommand } from './key-commands.ts';
import type { KeyAnimation } from './read-keys.ts';
import { rewriteAnimation } from './rewrite-animation.ts';

/** How keys go on to the next of their property. */
export function planEaseKeys(
  planning: Planning,
  { keys, length, easing }: Extract<KeyCommand, { type: 'key/ease' }>,
): Plan {
  const type = easingType();
  const read = type.parse(easing, planning.rate());
  if (!read.ok)
    return err(statement('edit/unreadable-value', { what: statement('subject/value'), reason: read.error }));
  const edits = eachOwner(planning, keys, length, (owner, own, animations) =>
    joined(
      animations
        .filter(({ entries }) => entries.some((entry) => isAmong(own, entry)))
        .map((animation): Edits => {
          const { played, element } = animation;
          const usual = played.easing === null ? 'linear' : type.format(played.easing);
          const hasHandles = played.easeIn !== null || played.easeOut !== null;
          const properties = new Set(animation.entries.map(({ property }) => property));
          // Handles of the animation would go before what keys say: they become easings of the keys.
          const before = hasHandles
            ? [...properties].flatMap((property) =>
                easingsIn(animation, property).map(({ entry, easing: now }) => {
                  const written = type.format(now);
                  return { ...entry, easing: written === usual ? null : written };
                }),
              )
            : animation.entries;
          const entries = before.map((entry) =>
            isAmong(own, entry) ? { ...entry, easing: easing.trim() === usual ? null : easing.trim() } : entry,
          );
          const changed = hasHandles ? properties : new Set(own.map(({ property }) => property));
          const handles = [...attributeEdits(element, 'easein', null), ...attributeEdits(element, 'easeout', null)];
          const plain = hasHandles ? withoutHandles(animation) : animation;
          return joined([ok(handles), rewriteAnimation({ planning, owner, animation: plain, entries, changed })]);
        }),
    ),
  );
  return planned(edits, statement('step/ease-keys', { count: keys.length }));
}

/** What is copied of an animation then has no handles. */
function withoutHandles(animation: KeyAnimation): KeyAnimation {
  const handles = ['easein', 'easeout'];
  const attributes = animation.element.attributes.filter(({ name }) => !handles.includes(name));
  return { ...animation, copied: attributes };
}
