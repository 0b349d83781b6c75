import { ArrowRight } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useFieldEdit, useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { type AttributeField, type FieldContext, fieldText, useReading } from '#renderer/editor/fields.ts';
import { nestedIn } from '#renderer/editor/nested-scenes.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { TRANSITION_ICONS } from '#renderer/ui/display/transition-icons.ts';
import { formatFixed } from '#renderer/ui/format/number.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { planningOf, sceneLabel } from '#shared/editing/planning/planning.ts';
import { attributeValue, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { optionLabel } from '../controls/options.ts';
import { EnabledSwitch } from '../fields/enabled-switch.tsx';
import { FieldRow } from '../fields/field-row.tsx';
import { formRows } from '../fields/form-rows.ts';
import styles from '../fields/inspector.module.css';
import { UsedVariables } from '../fields/used-variables.tsx';
import { Form } from '../forms/form.tsx';
import { useField } from '../model/use-field-context.ts';
import { CopyTransition } from './copy-transition.tsx';
import { type GalleryType, galleryType, neighboursOf } from './neighbours.ts';
import gallery from './transition-gallery.module.css';
import { TransitionGallery } from './transition-gallery.tsx';

const { attributes } = elementRegistry.transition;
const LENGTH = [['duration', attributes.duration]] as const;
const otherRows = formRows(attributes, ['type', 'enabled', 'duration']);

/** The fields of one or several transitions: duration, type, and the fields of the type. */
export function TransitionSection({ transitions }: { readonly transitions: readonly ElementNode[] }) {
  const { inspector } = useStrings();
  const key = transitions.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists with equal ids are the same list
  const nodes = useMemo(() => transitions.map(({ id }) => id), [key]);
  const fields = fieldsOfTransitions(transitions);
  const type = useField(nodes, 'type', attributes.type);
  const displayedType = type === null ? null : galleryType(fieldText(type));
  const [first] = transitions;
  const isOne = transitions.length === 1;
  return (
    <>
      <div className={styles.head}>
        {displayedType !== null && <Icon icon={TRANSITION_ICONS[displayedType]} size={16} />}
        <span className={styles.many}>
          {isOne && displayedType !== null
            ? optionLabel(attributes.type, displayedType)
            : inspector.transitions(transitions.length)}
        </span>
        <EnabledSwitch nodes={nodes} spec={attributes.enabled} />
      </div>
      {isOne && first !== undefined && <JoinedScenes transition={first.id} />}
      <Form nodes={nodes} rows={LENGTH} />
      <Shortening transitions={nodes} />
      {type !== null && first !== undefined && (
        <TypeChoice field={type} displayedType={displayedType} transition={first} />
      )}
      <Form nodes={nodes} rows={otherRows.filter(([name]) => fields.has(name))} />
      {isOne && first !== undefined && <CopyTransition transition={first} />}
      <UsedVariables nodes={nodes} />
    </>
  );
}

/** A note with the duration by which the transitions shorten the movie. */
function Shortening({ transitions }: { readonly transitions: readonly NodeId[] }) {
  const { inspector } = useStrings();
  const movie = useEditorValue(({ document }) => document.state.movie);
  const by = useMemo(() => (movie === null ? 0 : shortenedBy(movie, transitions)), [movie, transitions]);
  if (movie === null || by === 0) return null;
  const { numerator, denominator } = movie.frameRate;
  return <p className={styles.note}>{inspector.shortens(by, formatFixed((by * denominator) / numerator, 2))}</p>;
}

interface TypeChoiceProps {
  readonly field: AttributeField;
  readonly displayedType: GalleryType | null;
  readonly transition: ElementNode;
}

/** The gallery of types. If the type comes from a variable or is invalid, its field is above the gallery. */
function TypeChoice({ field, displayedType, transition }: TypeChoiceProps) {
  const { inspector } = useStrings();
  const edit = useFieldEdit(field);
  const dispatch = useInspectorDispatch();
  const isPlain = field.value.kind === 'fixed' || field.value.kind === 'mixed';
  return (
    <section aria-label={inspector.transitionTypes}>
      <div className={`${styles.section} ${styles.line}`}>
        <h2>{inspector.transitionType}</h2>
        <span className={styles.space} />
        <span className={styles.dim}>{inspector.ofTheseScenes}</span>
      </div>
      {!isPlain && <FieldRow field={field} />}
      <TransitionGallery
        transition={transition}
        value={isPlain ? displayedType : null}
        onChoose={edit.commit}
        onCut={() => dispatch({ type: 'node/remove', nodes: field.nodes })}
      />
    </section>
  );
}

/** The numbers and names of the scenes that the transition joins. */
function JoinedScenes({ transition }: { readonly transition: NodeId }) {
  const { inspector } = useStrings();
  const read = useCallback(
    (context: FieldContext) => {
      const { from, to } = neighboursOf(context.document, transition);
      const { elements, scenes } = indexOf(context.document);
      const planning = planningOf(context);
      const nameOf = (id: NodeId | null) => {
        const element = id === null ? undefined : elements.get(id)?.element;
        if (element === undefined) return inspector.background;
        const label = sceneLabel(planning, element);
        if (label.code === 'target/scene-named') return label.values.name;
        const nested = nestedIn(context, element.id);
        return nested === null ? inspector.scene(scenes.indexOf(element) + 1) : inspector.holders[nested.kind];
      };
      return `${nameOf(from)}\n${nameOf(to)}`;
    },
    [transition, inspector],
  );
  const [from, to] = useReading(read).split('\n');
  return (
    <p className={gallery.way}>
      <span>{from}</span>
      <Icon icon={ArrowRight} size={12} />
      <span>{to}</span>
    </p>
  );
}

type Field = keyof typeof elementRegistry.transition.attributes;

/** The transition types that have a field, by name of the field. Fields of all types are omitted. */
const TYPES_BY_FIELD: Readonly<Partial<Record<Field, readonly string[]>>> = {
  color: ['fade'],
  direction: ['wipe', 'slide', 'push', 'reveal', 'zoom'],
  softness: ['wipe', 'circle', 'clock', 'luma'],
  src: ['luma'],
  url: ['luma'],
  amount: ['zoom'],
};

/**
 * Returns the fields that all the transitions have. A transition has a field if its type has it, if its type comes from
 * a variable, or if the attribute is set. A single transition therefore shows all its set attributes.
 */
export function fieldsOfTransitions(transitions: readonly ElementNode[]): ReadonlySet<string> {
  const names = Object.keys(elementRegistry.transition.attributes);
  return new Set(names.filter((name) => transitions.every((each) => hasField(each, name))));
}

/** The control points of an easing. The list of easings and the curve editor both set them. */
const EASING_HANDLES: readonly string[] = ['easein', 'easeout'];

function hasField(transition: ElementNode, name: string): boolean {
  if (EASING_HANDLES.includes(name)) return attributeValue(transition, name) !== undefined;
  const types = Object.entries(TYPES_BY_FIELD).find(([field]) => field === name)?.[1];
  const type = attributeValue(transition, 'type') ?? 'crossfade';
  return (
    types === undefined ||
    types.includes(type.trim()) ||
    type.includes('${') ||
    attributeValue(transition, name) !== undefined
  );
}

/** Returns the number of frames by which transitions shorten the movie, because scenes overlap during them. */
export function shortenedBy(movie: Movie, transitions: readonly NodeId[]): number {
  const others = movie.transitions.filter(({ id }) => !transitions.includes(id));
  return (
    buildTimeline({ ...movie, transitions: others, span: null }).length - buildTimeline({ ...movie, span: null }).length
  );
}
