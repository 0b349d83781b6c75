import { Bookmark, CopyCheck, Info, TriangleAlert } from 'lucide-react';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { useBrand, useSaveBrand } from '#renderer/api/queries/use-brand.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { memoised } from '#renderer/editor/selectors.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { EMPTY_BRAND } from '#shared/brand/brand-kit.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { message } from '#shared/messages/message.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '#shared/template/document/document.ts';
import { isScene, roleOf } from '#shared/template/tables/roles.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import styles from '../fields/inspector.module.css';
import { galleryType } from './neighbours.ts';
import gallery from './transition-gallery.module.css';

const selectPlaced = memoised(
  ({ movie }: EditorState) => [movie] as const,
  (movie) => (movie === null ? [] : buildTimeline(movie).transitions),
);

/**
 * Buttons that copy a transition to all cuts or make it the default of new transitions. A note shows the effect on the
 * movie's duration.
 */
export function CopyTransition({ transition }: { readonly transition: ElementNode }) {
  const { inspector } = useStrings();
  const { copyTransition: words } = inspector;
  const editor = useEditor();
  const dispatch = useInspectorDispatch();
  const document = useEditorValue(({ document }) => document.state.document);
  const commands = copyTransitionEverywhere(document, transition.id);
  const type = galleryType(attributeValue(transition, 'type') ?? 'crossfade');
  const cannotBeCopied = type === null || type === 'custom';
  const whyNot = cannotBeCopied ? words.notForCustom : commands.length === 0 ? words.alikeEverywhere : null;
  return (
    <section aria-label={words.title}>
      <div className={`${styles.section} ${styles.line}`}>
        <h2>{words.title}</h2>
      </div>
      <div className={gallery.copyButtons}>
        <Tooltip content={whyNot ?? words.atAllCuts}>
          <Button
            size="sm"
            icon={CopyCheck}
            disabled={whyNot !== null}
            onClick={() => {
              const isDone = dispatch({ type: 'batch', label: message('step/transition-everywhere'), commands });
              // Restore the selection, because the command selects the added transitions.
              if (isDone) editor.selection.select([transition.id]);
            }}
          >
            {words.atAllCuts}
          </Button>
        </Tooltip>
        {!cannotBeCopied && <DefaultButton transition={transition} type={type} />}
      </div>
      <OverlapNote transition={transition} />
    </section>
  );
}

/** A button that stores the transition in the brand, as the default of new transitions. */
function DefaultButton({ transition, type }: { readonly transition: ElementNode; readonly type: string }) {
  const { copyTransition: strings } = useStrings().inspector;
  const project = useEditorValue(({ document }) => document.state.project);
  const toast = useToast();
  const { data } = useBrand(project);
  const save = useSaveBrand(project);
  const brand = data?.brand ?? EMPTY_BRAND;
  const [direction, duration] = [attributeValue(transition, 'direction'), attributeValue(transition, 'duration')];
  const isPlain = ![direction, duration].some((each) => each?.includes('${') === true);
  const requested = {
    type,
    ...(direction !== undefined && { direction }),
    ...(duration !== undefined && { duration }),
  };
  const isDefault = isEqual(brand.motion?.transition, requested);
  const onError = (failure: unknown) => {
    const { title, detail } = problemWords(failure);
    toast.show({ message: title, detail, tone: 'danger' });
  };
  return (
    <Tooltip content={isDefault ? strings.isDefault : strings.asDefaultHint}>
      <Button
        size="sm"
        icon={Bookmark}
        disabled={data === undefined || isDefault || !isPlain || save.isPending}
        onClick={() =>
          save.mutate(
            { ...brand, motion: { ...brand.motion, transition: requested } },
            {
              onError,
              onSuccess: () =>
                toast.show({
                  id: 'transition-default',
                  message: strings.isDefault,
                  action: { label: strings.undoDefault, run: () => save.mutate(brand, { onError }) },
                }),
            },
          )
        }
      >
        {strings.asDefault}
      </Button>
    </Tooltip>
  );
}

/**
 * A note with the number of frames by which the scenes overlap, which shortens the movie. If a scene is too short for
 * the transition, the note warns about it.
 */
function OverlapNote({ transition }: { readonly transition: ElementNode }) {
  const { copyTransition: strings } = useStrings().inspector;
  const placed = useEditorValue(({ document }) => selectPlaced(document.state)).find(
    (each) => each.transition.id === transition.id,
  );
  if (placed === undefined) return null;
  const { length, outgoing, incoming } = placed;
  const requested = placed.transition.duration;
  const isShort = length < requested;
  if (!isShort && (outgoing === null || incoming === null || length === 0)) return null;
  return (
    <p className={gallery.takes}>
      <Icon icon={isShort ? TriangleAlert : Info} size={14} className={isShort ? gallery.warns : undefined} />
      <span>{isShort ? strings.tooShort(length, requested) : strings.startsEarlier((incoming ?? 0) + 1, length)}</span>
    </p>
  );
}

/** The attributes that are not copied, because each transition has its own values. */
const OWN_ATTRIBUTES: readonly string[] = ['name', 'condition', 'enabled'];

/**
 * Returns the commands that give all cuts of the same parent an equal transition. They change existing transitions and
 * add missing ones. In a choice or a sequence, the cuts are between its scenes. Empty if all transitions are already
 * equal.
 */
export function copyTransitionEverywhere(document: TemplateDocument, transition: NodeId): readonly PlannableCommand[] {
  const entry = indexOf(document).elements.get(transition);
  if (entry === undefined) return [];
  const copied = Object.fromEntries(
    entry.element.attributes
      .filter(({ name }) => !OWN_ATTRIBUTES.includes(name))
      .map(({ name, value }) => [name, value]),
  );
  const siblings = childElements(entry.parent ?? document.root);
  const commands: PlannableCommand[] = [];
  let before: ElementNode | null = null;
  let isJoined = false;
  for (const sibling of siblings) {
    if (roleOf(sibling) === 'transition') {
      isJoined = true;
      if (sibling.id !== transition) commands.push(...likeThat(sibling, copied));
    } else if (isScene(sibling) && attributeValue(sibling, 'enabled') !== 'false') {
      if (before !== null && !isJoined)
        commands.push({ type: 'transition/add', at: { after: before.id }, like: copied });
      before = sibling;
      isJoined = false;
    }
  }
  return commands;
}

function likeThat(other: ElementNode, copied: Readonly<Record<string, string>>): readonly PlannableCommand[] {
  const existingNames = other.attributes.map(({ name }) => name).filter((name) => !OWN_ATTRIBUTES.includes(name));
  return [...new Set([...Object.keys(copied), ...existingNames])].flatMap((name): readonly PlannableCommand[] => {
    const value = copied[name] ?? null;
    if ((attributeValue(other, name) ?? null) === value) return [];
    return [{ type: 'attribute/set', node: other.id, name, value }];
  });
}
