import { assertNever } from '../../lib/assert.ts';
import { err, ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import type { ElementNode } from '../../template/document/document.ts';
import { limits } from '../../template/document/limits.ts';
import { planned } from '../planning/planned.ts';
import type { Plan, Planning } from '../planning/planning.ts';
import { valueEdits } from '../planning/written-value.ts';
import type { KeyRef } from './animated.ts';
import { type Edits, eachAnimation, eachOwner, isAmong, joined } from './each-key.ts';
import type { KeyCommand } from './key-commands.ts';
import { keyPropertyNamed, spellingIn } from './key-properties.ts';
import { reversedEasing } from './other-easings.ts';
import { planEaseKeys } from './plan-ease-keys.ts';
import { planPresetKeys } from './plan-preset-keys.ts';
import { isAt, keySubject, planPasteKeys, planSetKey, termOf } from './plan-set-keys.ts';
import type { KeyEntry } from './read-keys.ts';
import { tooManyKeys } from './rewrite-animation.ts';
import { nearFrame } from './written-time.ts';

type Of<Type extends KeyCommand['type']> = Extract<KeyCommand, { type: Type }>;

/** What a command that changes keys comes to. */
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
  const edits = eachOwner(planning, keys, length, (owner, own, animations) => {
    const isGone = (entry: KeyEntry) => isAmong(own, entry);
    const removed = eachAnimation(planning, owner, animations, own, ({ entries }) =>
      ok(entries.filter((entry) => !isGone(entry))),
    );
    if (!removed.ok) return removed;
    const all = animations.flatMap(({ entries }) => entries);
    const kept = [...new Set(own.map(({ property }) => property))].map((property): Edits => {
      const before = all.filter((entry) => entry.property === property);
      const last = before.findLast(isGone);
      if (last === undefined || before.some((entry) => !isGone(entry))) return ok([]);
      return ownValueEdits(planning, owner, property, last.written);
    });
    return joined([removed, ...kept]);
  });
  return planned(edits, statement('step/remove-keys', { count: keys.length }));
}

function clear(planning: Planning, { node, property, length, value }: Of<'key/clear'>): Plan {
  const found = keySubject(planning, node, property, length);
  if (!found.ok) return found;
  const { owner, property: cleared, animations } = found.value;
  const refs = animations.flatMap(({ entries }) =>
    entries.flatMap(({ property: name, key }): readonly KeyRef[] =>
      name === cleared.name && key !== null ? [{ node, property: name, key }] : [],
    ),
  );
  const removed = eachAnimation(planning, owner, animations, refs, ({ entries }) =>
    ok(entries.filter((entry) => entry.property !== cleared.name)),
  );
  const kept: Edits = value === null ? ok([]) : ownValueEdits(planning, owner, cleared.name, value);
  return planned(joined([removed, kept]), statement('step/clear-keys', { attribute: termOf(planning, found.value) }));
}

/** What the element has of a property when its keys are gone. A variable that gives it stays. */
function ownValueEdits(planning: Planning, owner: ElementNode, name: string, value: string): Edits {
  const property = keyPropertyNamed(planning, owner, name);
  if (property === null) return ok([]);
  const spelling = spellingIn(owner, property.attribute, property.own);
  const edits = valueEdits(planning, owner, spelling, value, statement('subject/value'));
  return edits.ok ? edits : ok([]);
}

function move(planning: Planning, { moves, length, copies = false }: Of<'key/move'>): Plan {
  const refs = moves.map(({ key }) => key);
  const edits = eachOwner(planning, refs, length, (owner, own, animations) =>
    eachAnimation(planning, owner, animations, own, ({ entries }) => {
      const moved = entries.flatMap((entry) => {
        const to = moves.find(({ key }) => key.node === owner.id && isAmong([key], entry));
        return to === undefined ? [] : [{ entry, frame: Math.max(0, Math.round(to.frame)) }];
      });
      const stays = copies ? entries : entries.filter((entry) => !moved.some((each) => each.entry === entry));
      const rest = stays.filter(
        (entry) => !moved.some(({ entry: { property }, frame }) => isAt(entry, property, frame)),
      );
      const there = new Map(moved.map(({ entry, frame }) => [`${entry.property} ${frame}`, { entry, frame }]));
      const coming = [...there.values()].map(({ entry, frame }): KeyEntry => {
        // A key that is copied onto itself stays the element that it is.
        const isItself = !copies || Math.round(entry.frame) === frame;
        return { ...entry, frame, key: isItself ? entry.key : null };
      });
      const all = [...rest, ...coming];
      return new Set(all.map(({ frame }) => frame)).size > limits.keys ? err(tooManyKeys(limits.keys)) : ok(all);
    }),
  );
  return planned(edits, statement(copies ? 'step/copy-keys' : 'step/move-keys', { count: moves.length }));
}

function reverse(planning: Planning, { keys, length }: Of<'key/reverse'>): Plan {
  const edits = eachOwner(planning, keys, length, (owner, own, animations) =>
    eachAnimation(planning, owner, animations, own, ({ entries }) => {
      const chosen = Map.groupBy(
        entries.filter((entry) => isAmong(own, entry)),
        ({ property }) => property,
      );
      const turned = new Map<KeyEntry, KeyEntry>();
      for (const run of chosen.values()) {
        const inOrder = run.toSorted((one, other) => one.frame - other.frame);
        inOrder.forEach((entry, at) => {
          const opposite = inOrder[inOrder.length - 1 - at];
          const before = inOrder[at - 1];
          if (opposite === undefined) return;
          const first = inOrder[0]?.frame ?? 0;
          const last = inOrder.at(-1)?.frame ?? 0;
          const easing = before === undefined ? (inOrder.at(-1)?.easing ?? null) : reversedEasing(before.easing);
          turned.set(entry, { ...entry, frame: nearFrame(first + last - entry.frame), easing });
        });
      }
      const coming = [...turned.values()];
      // A key that others come to lie upon makes room, as it does for those that are moved.
      const rest = entries.filter(
        (entry) => !turned.has(entry) && !coming.some(({ property, frame }) => isAt(entry, property, frame)),
      );
      return ok([...rest, ...coming]);
    }),
  );
  return planned(edits, statement('step/reverse-keys', { count: keys.length }));
}
