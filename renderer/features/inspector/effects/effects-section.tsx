import { ClipboardPaste, Plus } from 'lucide-react';
import { memo, useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useOpened } from '#renderer/actions/dialogs.ts';
import { useAction } from '#renderer/actions/use-actions.tsx';
import { useBetweenGestures, useEditor } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { type FieldContext, useReading } from '#renderer/editor/fields.ts';
import { layerOf } from '#renderer/editor/selectors.ts';
import { effectLabels } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import type { ElementNode, NodeId } from '#shared/template/document/document.ts';
import type { EffectType } from '#shared/template/effects/effects.ts';
import styles from '../fields/inspector.module.css';
import { type EffectGroup, effectGroups, sameGroups } from '../model/effect-groups.ts';
import { haveSameChildren } from '../model/layer-parts.ts';
import { markOf } from '../model/reorder.ts';
import { elementLabel, unknownChildren } from '../model/unknown-elements.ts';
import { useReorder } from '../model/use-reorder.ts';
import cardStyles from './effect-card.module.css';
import { EffectCard } from './effect-card.tsx';
import galleryStyles from './effect-gallery.module.css';
import { EffectGallery } from './effect-gallery.tsx';
import { UnknownCard } from './unknown-card.tsx';

export interface EffectsSectionProps {
  /** The layers. A new effect is added to all of them, and the section shows the effects that all layers have. */
  readonly layers: readonly ElementNode[];
  readonly selected: NodeId | null;
}

/** The effects of layers as cards, in the order of application. */
export const EffectsSection = memo(
  Effects,
  (before, now) => before.selected === now.selected && haveSameChildren(before.layers, now.layers),
);

function Effects({ layers, selected }: EffectsSectionProps) {
  const { inspector } = useStrings();
  const editor = useEditor();
  const dispatch = useInspectorDispatch();
  const paste = useAction('effects/paste');
  const [announcement, setAnnouncement] = useState('');
  const isTall = useTall();
  const read = useCallback(
    (context: FieldContext) => {
      const planning = planningOf(context);
      return effectGroups(layers, (effect) => {
        const type = planning.resolved(effect, 'type');
        return type?.kind === 'text' ? type.text.trim() : '';
      });
    },
    [layers],
  );
  const groups = useReading(read, sameGroups);
  const [only] = layers;
  const isOne = layers.length === 1;
  const key = layers.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: layers with equal ids are the same layers
  const add = useCallback(
    (effect: EffectType, file?: string) =>
      dispatch({
        type: 'effect/add',
        layers: layers.map(({ id }) => id),
        effect,
        ...(file !== undefined && { file }),
      }),
    [key, dispatch],
  );
  const movedKey = useRef<string | null>(null);
  const move = (from: number, to: number) => {
    const command = moveCommand(groups, only, from, to);
    if (!dispatch(command)) return;
    setAnnouncement(inspector.movedTo(groupLabel(groups[from]), to + 1, groups.length));
    movedKey.current = groups[from]?.key ?? null;
  };
  const { list, reordering, handle } = useReorder('[data-effect]', move);
  // Focus the card at the new position: after the move, it can be another element than before. biome-ignore
  // lint/correctness/useExhaustiveDependencies: the order triggers this effect
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order triggers this effect
  useLayoutEffect(() => {
    if (movedKey.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-effect="${movedKey.current}"] [data-grip]`)?.focus();
    movedKey.current = null;
  }, [groups]);
  return (
    <section aria-label={inspector.effects}>
      <div className={`${styles.section} ${styles.line}`}>
        <h2>{inspector.effects}</h2>
        <span className={`${styles.count} tabular`}>{groups.length}</span>
        <span className={styles.space} />
        <IconButton
          icon={ClipboardPaste}
          label={inspector.pasteEffects}
          keys={paste.keys}
          size="sm"
          iconSize={14}
          disabled={!paste.enabled}
          onClick={paste.run}
        />
        {!isTall && <AddEffect layers={layers} onAdd={add} />}
      </div>
      {groups.length === 0 && <p className={styles.note}>{isOne ? inspector.noEffects : inspector.noSharedEffects}</p>}
      <div ref={list} className={cardStyles.list}>
        {groups.map((group, index) =>
          group.type === null ? (
            <div key={group.key} data-effect={group.key}>
              {group.elements.slice(0, 1).map((element) => (
                <UnknownCard
                  key={element.id}
                  element={element}
                  label={group.name === '' ? elementLabel(element) : group.name}
                  onRemove={() => dispatch({ type: 'node/remove', nodes: group.elements.map(({ id }) => id) })}
                />
              ))}
            </div>
          ) : (
            <EffectCard
              key={group.key}
              group={group}
              type={group.type}
              isSelected={selected !== null && group.elements.some(({ id }) => id === selected)}
              isDragged={reordering?.from === index}
              mark={markOf(reordering, index, groups.length)}
              place={{ index, count: groups.length }}
              canMove={isOne}
              grip={handle(index)}
              onMove={(by) => {
                const to = index + by;
                if (to >= 0 && to < groups.length) move(index, to);
              }}
              onSelect={() => {
                const [element] = group.elements;
                if (isOne && element !== undefined) editor.selection.select([element.id]);
              }}
            />
          ),
        )}
      </div>
      {isOne &&
        only !== undefined &&
        unknownChildren(only).map((element) => (
          <UnknownCard key={element.id} element={element} label={elementLabel(element)} />
        ))}
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {isTall && <TallGallery layers={layers} onAdd={add} />}
    </section>
  );
}

interface AddEffectProps {
  readonly layers: readonly ElementNode[];
  readonly onAdd: (type: EffectType, file?: string) => void;
}

/** The gallery of effects below the cards, shown in high windows. */
function TallGallery({ layers, onAdd }: AddEffectProps) {
  const { inspector } = useStrings();
  const sampleLayer = useSampleLayer(layers);
  const request = useFileRequest();
  return (
    <section aria-label={inspector.addAnEffect} className={styles.tall}>
      <div className={`${styles.section} ${styles.line}`}>
        <h2>{inspector.addAnEffect}</h2>
        <span className={styles.space} />
        <span className={styles.dim}>{inspector.onThisFrame}</span>
      </div>
      <div className={styles.padded}>
        <EffectGallery key={request.count} layer={sampleLayer} initialType={request.type} onAdd={onAdd} />
      </div>
    </section>
  );
}

function AddEffect({ layers, onAdd }: AddEffectProps) {
  const { inspector } = useStrings();
  const [open, setOpen] = useState(false);
  const sampleLayer = useSampleLayer(layers);
  const request = useFileRequest(() => setOpen(true));
  return (
    <Popover
      label={inspector.addAnEffect}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        request.clear();
      }}
      align="end"
      className={galleryStyles.popup}
      trigger={
        <Button size="sm" icon={Plus}>
          {inspector.addEffect}
        </Button>
      }
    >
      <EffectGallery
        layer={sampleLayer}
        autoFocus
        initialType={request.type}
        onAdd={(type, file) => {
          setOpen(false);
          request.clear();
          onAdd(type, file);
        }}
      />
    </Popover>
  );
}

/** Returns the effect whose file an action lets the user choose; null for none. `count` numbers the requests. */
function useFileRequest(onRequest?: () => void) {
  const [request, setRequest] = useState<{ readonly type: EffectType | null; readonly count: number }>({
    type: null,
    count: 0,
  });
  useOpened('effectFile', ({ effect }) => {
    setRequest(({ count }) => ({ type: effect, count: count + 1 }));
    onRequest?.();
  });
  return { ...request, clear: () => setRequest(({ count }) => ({ type: null, count })) };
}

function useSampleLayer(layers: readonly ElementNode[]) {
  const [first] = layers;
  return useBetweenGestures(({ movie }) => (first === undefined ? null : layerOf(movie, first.id)));
}

function moveCommand(
  groups: readonly EffectGroup[],
  layer: ElementNode | undefined,
  from: number,
  to: number,
): PlannableCommand | null {
  const effect = groups[from]?.elements[0];
  return effect === undefined || layer === undefined
    ? null
    : { type: 'effect/move', effect: effect.id, layer: layer.id, index: to };
}

function groupLabel(group: EffectGroup | undefined): string {
  if (group === undefined) return '';
  return group.type === null ? group.name : effectLabels(group.type).label;
}

/**
 * The media query for windows in which the gallery fits below the cards. In lower windows, a button opens the gallery.
 */
const TALL_WINDOW = '(min-height: 900px)';

function useTall(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(TALL_WINDOW).matches);
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(TALL_WINDOW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
