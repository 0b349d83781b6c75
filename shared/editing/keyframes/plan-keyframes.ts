import { assertNever } from '../../lib/assert.ts';
import { err, ok } from '../../lib/result.ts';
import { message } from '../../messages/message.ts';
import type { ElementNode } from '../../template/document/document.ts';
import { limits } from '../../template/document/limits.ts';
import { easing as easingType } from '../../template/value-types/easing-type.ts';
import type { KeyCommand, KeyframeRef } from '../model/commands.ts';
import { planned, valueEdits } from '../planning/planned.ts';
import { attributeEdits, type Plan, type Planning } from '../planning/planning.ts';
import { easingsIn } from './animated.ts';
import { planPresetKeys, reversedEasing } from './plan-preset-keyframes.ts';
import { isAt, keySubject, planPasteKeys, planSetKey, termOf } from './plan-set-keyframes.ts';
import { type KeyAnimation, type KeyEntry, keyPropertyNamed, nearFrame, spellingIn } from './read-keyframes.ts';
import {
  type Edits,
  editsByAnimation,
  editsByOwner,
  isIncludedIn,
  joinEdits,
  rewriteAnimation,
  tooManyKeys,
} from './rewrite-animation.ts';

type Of<Type extends KeyCommand['type']> = Extract<KeyCommand, { type: Type }>;

/** Plans a command that changes keyframes. */
export function planKeys(planning: Planning, command: KeyCommand): Plan {
  switch (command.type) {
    case 'key/set':
      return planSetKey(planning, command);
    case 'key/remove':
      return remove(planning, command);
    case 'key/clear':
      return clear(planning, command);
    case 'key/move':
      return move(planning, command);
    case 'key/paste':
      return planPasteKeys(planning, command);
    case 'key/reverse':
      return reverse(planning, command);
    case 'key/ease':
      return planEaseKeys(planning, command);
    case 'key/from-preset':
      return planPresetKeys(planning, command);
    default:
      return assertNever(command);
  }
}

function remove(planning: Planning, { keys, length }: Of<'key/remove'>): Plan {
  const edits = editsByOwner(planning, keys, length, (owner, own, animations) => {
    const isRemoved = (entry: KeyEntry) => isIncludedIn(own, entry);
    const removed = editsByAnimation(planning, owner, animations, own, ({ entries }) =>
      ok(entries.filter((entry) => !isRemoved(entry))),
    );
    if (!removed.ok) return removed;
    const all = animations.flatMap(({ entries }) => entries);
    const finalValues = [...new Set(own.map(({ property }) => property))].map((property): Edits => {
      const before = all.filter((entry) => entry.property === property);
      const last = before.findLast(isRemoved);
      if (last === undefined || before.some((entry) => !isRemoved(entry))) return ok([]);
      return ownValueEdits(planning, owner, property, last.written);
    });
    return joinEdits([removed, ...finalValues]);
  });
  return planned(edits, message('step/remove-keys', { count: keys.length }));
}

function clear(planning: Planning, { node, property, length, value }: Of<'key/clear'>): Plan {
  const subject = keySubject(planning, node, property, length);
  if (!subject.ok) return subject;
  const { owner, property: cleared, animations } = subject.value;
  const refs = animations.flatMap(({ entries }) =>
    entries.flatMap(({ property: name, key }): readonly KeyframeRef[] =>
      name === cleared.name && key !== null ? [{ node, property: name, key }] : [],
    ),
  );
  const removed = editsByAnimation(planning, owner, animations, refs, ({ entries }) =>
    ok(entries.filter((entry) => entry.property !== cleared.name)),
  );
  const finalValues: Edits = value === null ? ok([]) : ownValueEdits(planning, owner, cleared.name, value);
  return planned(
    joinEdits([removed, finalValues]),
    message('step/clear-keys', { attribute: termOf(planning, subject.value) }),
  );
}

/**
 * Returns the edits that set the attribute of a property after its keyframes are removed. Empty if setting the
 * attribute is refused, for example because its value is a variable.
 */
function ownValueEdits(planning: Planning, owner: ElementNode, name: string, value: string): Edits {
  const property = keyPropertyNamed(planning, owner, name);
  if (property === null) return ok([]);
  const spelling = spellingIn(owner, property.attribute, property.attributeSpec);
  const edits = valueEdits(planning, owner, spelling, value, message('subject/value'));
  return edits.ok ? edits : ok([]);
}

function move(planning: Planning, { moves, length, copies = false }: Of<'key/move'>): Plan {
  const refs = moves.map(({ key }) => key);
  const edits = editsByOwner(planning, refs, length, (owner, own, animations) =>
    editsByAnimation(planning, owner, animations, own, ({ entries }) => {
      const moved = entries.flatMap((entry) => {
        const to = moves.find(({ key }) => key.node === owner.id && isIncludedIn([key], entry));
        return to === undefined ? [] : [{ entry, frame: Math.max(0, Math.round(to.frame)) }];
      });
      const remaining = copies ? entries : entries.filter((entry) => !moved.some((change) => change.entry === entry));
      const rest = remaining.filter(
        (entry) => !moved.some(({ entry: { property }, frame }) => isAt(entry, property, frame)),
      );
      const byFrame = new Map(moved.map(({ entry, frame }) => [`${entry.property} ${frame}`, { entry, frame }]));
      const newEntries = [...byFrame.values()].map(({ entry, frame }): KeyEntry => {
        // Keep the element of a keyframe that is copied onto itself.
        const isItself = !copies || Math.round(entry.frame) === frame;
        return { ...entry, frame, key: isItself ? entry.key : null };
      });
      const all = [...rest, ...newEntries];
      return new Set(all.map(({ frame }) => frame)).size > limits.keys ? err(tooManyKeys(limits.keys)) : ok(all);
    }),
  );
  return planned(edits, message(copies ? 'step/copy-keys' : 'step/move-keys', { count: moves.length }));
}

function reverse(planning: Planning, { keys, length }: Of<'key/reverse'>): Plan {
  const edits = editsByOwner(planning, keys, length, (owner, own, animations) =>
    editsByAnimation(planning, owner, animations, own, ({ entries }) => {
      const chosen = Map.groupBy(
        entries.filter((entry) => isIncludedIn(own, entry)),
        ({ property }) => property,
      );
      const reversed = new Map<KeyEntry, KeyEntry>();
      for (const run of chosen.values()) {
        const inOrder = run.toSorted((one, other) => one.frame - other.frame);
        inOrder.forEach((entry, at) => {
          const opposite = inOrder[inOrder.length - 1 - at];
          const before = inOrder[at - 1];
          if (opposite === undefined) return;
          const first = inOrder[0]?.frame ?? 0;
          const last = inOrder.at(-1)?.frame ?? 0;
          const easing = before === undefined ? (inOrder.at(-1)?.easing ?? null) : reversedEasing(before.easing);
          reversed.set(entry, { ...entry, frame: nearFrame(first + last - entry.frame), easing });
        });
      }
      const newEntries = [...reversed.values()];
      // Remove keyframes at the new frames, in the same way as for moved keyframes.
      const rest = entries.filter(
        (entry) => !reversed.has(entry) && !newEntries.some(({ property, frame }) => isAt(entry, property, frame)),
      );
      return ok([...rest, ...newEntries]);
    }),
  );
  return planned(edits, message('step/reverse-keys', { count: keys.length }));
}

/** Plans the easing from each keyframe to the next keyframe of its property. */
function planEaseKeys(planning: Planning, { keys, length, easing }: Extract<KeyCommand, { type: 'key/ease' }>): Plan {
  const type = easingType();
  const read = type.parse(easing, planning.rate());
  if (!read.ok) return err(message('edit/unreadable-value', { what: message('subject/value'), reason: read.error }));
  const edits = editsByOwner(planning, keys, length, (owner, own, animations) =>
    joinEdits(
      animations
        .filter(({ entries }) => entries.some((entry) => isIncludedIn(own, entry)))
        .map((animation): Edits => {
          const { played, element } = animation;
          const standard = played.easing === null ? 'linear' : type.format(played.easing);
          const hasHandles = played.easeIn !== null || played.easeOut !== null;
          const properties = new Set(animation.entries.map(({ property }) => property));
          // First convert the handles of the animation to easings, because handles override the easings of keyframes.
          const before = hasHandles
            ? [...properties].flatMap((property) =>
                easingsIn(animation, property).map(({ entry, easing: now }) => {
                  const written = type.format(now);
                  return { ...entry, easing: written === standard ? null : written };
                }),
              )
            : animation.entries;
          const entries = before.map((entry) =>
            isIncludedIn(own, entry) ? { ...entry, easing: easing.trim() === standard ? null : easing.trim() } : entry,
          );
          const changed = hasHandles ? properties : new Set(own.map(({ property }) => property));
          const handles = [...attributeEdits(element, 'easein', null), ...attributeEdits(element, 'easeout', null)];
          const plain = hasHandles ? withoutHandles(animation) : animation;
          return joinEdits([ok(handles), rewriteAnimation({ planning, owner, animation: plain, entries, changed })]);
        }),
    ),
  );
  return planned(edits, message('step/ease-keys', { count: keys.length }));
}

/** Returns an animation without its handles. Animations that are split off from it do not copy the handles. */
function withoutHandles(animation: KeyAnimation): KeyAnimation {
  const handles = ['easein', 'easeout'];
  const attributes = animation.element.attributes.filter(({ name }) => !handles.includes(name));
  return { ...animation, copied: attributes };
}
