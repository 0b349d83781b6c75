import {
  ALargeSmall,
  ArrowDown,
  ArrowLeftToLine,
  ArrowRightFromLine,
  ArrowUp,
  ChevronRight,
  Diamond,
  Eye,
  EyeOff,
  Hash,
  Keyboard,
  type LucideIcon,
  MoveHorizontal,
  Play,
  Plus,
  RefreshCw,
  RotateCcw,
  RotateCw,
  ScanSearch,
  Sparkles,
  Sunrise,
  Sunset,
  Trash2,
  Type,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { memo, type ReactElement, useCallback, useMemo, useState } from 'react';
import { effectiveValue, unitEffectPlayed } from '#renderer/editor/effective-value.ts';
import { useFieldEdit, useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { type FieldContext, fieldText, useReading } from '#renderer/editor/fields.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import { formatWritten } from '#renderer/ui/format/number.ts';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { animationsOf } from '#shared/editing/plan/effects.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import { attributeValue, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import { elementRegistry, type LayerKind } from '#shared/template/tables/elements.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';
import type { PresetType } from '#shared/template/values/animation.ts';
import cardStyles from '../effects/effect-card.module.css';
import styles from '../fields/inspector.module.css';
import { Form } from '../forms/form.tsx';
import { haveSameChildren } from '../model/layer-parts.ts';
import {
  isPreset,
  keyLabels,
  PRESET_PHASES,
  PRESET_USES,
  presetsOf,
  RARE_OF_ANIMATIONS,
  usesAttribute,
} from '../model/preset-groups.ts';
import { useField } from '../model/use-field-context.ts';
import presetGalleryStyles from './preset-gallery.module.css';
import { PresetGallery, type PresetGalleryProps } from './preset-gallery.tsx';
import { ToKeys } from './to-keys.tsx';
import { useMotionPreview } from './use-try.ts';

const PRESET_ICONS: Readonly<Record<PresetType | 'custom', LucideIcon>> = {
  custom: Diamond,
  fadein: Sunrise,
  fadeout: Sunset,
  slidein: ArrowLeftToLine,
  slideout: ArrowRightFromLine,
  zoomin: ZoomIn,
  zoomout: ZoomOut,
  spinin: RotateCw,
  spinout: RotateCcw,
  pop: Sparkles,
  kenburns: ScanSearch,
  pan: MoveHorizontal,
  spin: RefreshCw,
  typewriter: Keyboard,
  textin: Type,
  textout: ALargeSmall,
  countup: Hash,
};

export interface MotionSectionProps {
  readonly layers: readonly ElementNode[];
  readonly kinds: readonly LayerKind[];
}

/** The animations of a layer as cards. A new preset is added to all selected layers. */
export const MotionSection = memo(
  Motion,
  (before, now) => before.kinds === now.kinds && haveSameChildren(before.layers, now.layers),
);

function Motion({ layers, kinds }: MotionSectionProps) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const [only, ...others] = layers;
  const animations = only !== undefined && others.length === 0 ? animationsOf(only) : [];
  const shownLayer = only !== undefined && others.length === 0 ? only.id : null;
  const motionPreview = useMotionPreview();
  const folds = useFolds(shownLayer, animations);
  const groups = useMemo(() => PRESET_PHASES.map((phase) => ({ phase, presets: presetsOf(phase, kinds) })), [kinds]);
  return (
    <section aria-label={inspector.parts.motion}>
      <div className={`${styles.section} ${styles.line}`}>
        <h2>{inspector.parts.motion}</h2>
        {others.length === 0 && <span className={`${styles.count} tabular`}>{animations.length}</span>}
        <span className={styles.space} />
        {animations.length > 0 && (
          <Tooltip content={inspector.tryMotionHint}>
            <Button
              size="sm"
              variant="quiet"
              icon={Play}
              onClick={() => shownLayer !== null && motionPreview.layer(shownLayer)}
            >
              {inspector.tryMotion}
            </Button>
          </Tooltip>
        )}
        <PresetPopover
          label={inspector.addMotion}
          align="end"
          trigger={<IconButton icon={Plus} label={inspector.addMotion} size="sm" iconSize={14} />}
          groups={groups}
          onChoose={(preset) => {
            const isAdded = dispatch({ type: 'animation/add', layers: layers.map(({ id }) => id), preset });
            if (isAdded && only !== undefined) motionPreview.newest(only.id);
          }}
        />
      </div>
      {others.length > 0 && <p className={styles.note}>{inspector.motionOfAll}</p>}
      {others.length === 0 && animations.length === 0 && <p className={styles.note}>{inspector.noMotion}</p>}
      <div className={cardStyles.list}>
        {animations.map((animation, index) => (
          <MotionCard
            key={animation.id}
            layer={only?.id ?? animation.id}
            animation={animation}
            kinds={kinds}
            index={index}
            count={animations.length}
            isOpen={folds.isOpen(animation.id)}
            onOpen={(isOpen) => folds.setOpen(animation.id, isOpen)}
          />
        ))}
      </div>
    </section>
  );
}

/** Returns the expanded cards. If an animation is added while its layer is displayed, its card is also expanded. */
function useFolds(layer: NodeId | null, animations: readonly ElementNode[]) {
  const [previous, setPrevious] = useState<{ readonly layer: NodeId | null; readonly ids: readonly NodeId[] } | null>(
    null,
  );
  const [open, setOpen] = useState<ReadonlySet<NodeId>>(new Set());
  const ids = animations.map(({ id }) => id);
  const isNew = previous === null || previous.layer !== layer || previous.ids.join(' ') !== ids.join(' ');
  if (isNew) {
    setPrevious({ layer, ids });
    const added = previous?.layer === layer ? ids.filter((id) => !previous.ids.includes(id)) : [];
    // A change of the whole text, for example in the XML, gives new ids to all elements. If only one id is new, an
    // animation was added.
    if (added.length === 1) setOpen(new Set([...open, ...added]));
  }
  return {
    isOpen: (id: NodeId) => open.has(id),
    setOpen: (id: NodeId, isOpen: boolean) => {
      const next = new Set(open);
      if (isOpen) next.add(id);
      else next.delete(id);
      setOpen(next);
    },
  };
}

interface MotionCardProps {
  readonly layer: NodeId;
  readonly animation: ElementNode;
  readonly kinds: readonly LayerKind[];
  readonly index: number;
  readonly count: number;
  /** Whether the card is expanded. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

const { attributes } = elementRegistry.animation;

/** The card of an animation. A preset shows the fields that it uses; keyframes are edited in the timeline. */
function MotionCard({ layer, animation, kinds, index, count, isOpen, onOpen }: MotionCardProps) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const { id } = animation;
  const nodes = useMemo(() => [id], [id]);
  const typeText = (attributeValue(animation, 'type') ?? 'custom').trim();
  const preset = isPreset(typeText) ? typeText : null;
  const read = useCallback(
    (context: FieldContext) => ({
      unitEffect: preset === null ? null : unitEffectPlayed(planningOf(context), animation, preset),
      duration: effectiveValue(planningOf(context), animation, 'duration', context.rate),
    }),
    [animation, preset],
  );
  const effective = useReading(read, isEqual);
  const label = preset === null ? inspector.ownKeys(keyLabels(animation).join(', ')) : inspector.motionPresets[preset];
  const isWritten = useCallback((name: string) => attributeValue(animation, name) !== undefined, [animation]);
  const rows = Object.entries<AttributeSpec<unknown>>(attributes).filter(([name]) => {
    if (name === 'enabled' || name === 'type') return false;
    if (isWritten(name)) return true;
    if (preset === null) return name === 'offset' || name === 'duration' || name === 'easing' || name === 'repeat';
    return !RARE_OF_ANIMATIONS.includes(name) && usesAttribute(preset, name, effective.unitEffect);
  });
  const move = (to: number) => dispatch({ type: 'animation/move', animation: id, index: to });
  const duration = attributeValue(animation, 'duration') ?? effective.duration ?? undefined;
  return (
    <article aria-label={label} className={cardStyles.card} data-animation={id}>
      <header className={cardStyles.head}>
        <button
          type="button"
          className={cardStyles.fold}
          aria-expanded={isOpen}
          aria-label={inspector.fieldsOf(label)}
          onClick={() => onOpen(!isOpen)}
        >
          <Icon icon={ChevronRight} size={14} className={cardStyles.arrow} />
          <Icon icon={PRESET_ICONS[preset ?? 'custom']} size={14} />
        </button>
        {preset === null ? (
          <span className={cardStyles.name}>{label}</span>
        ) : (
          <PresetChoice
            animation={animation}
            preset={preset}
            kinds={kinds}
            length={isOpen ? null : lengthWords(duration, inspector)}
          />
        )}
        {count > 1 && (
          <>
            <IconButton
              icon={ArrowUp}
              label={`${inspector.moveUp}: ${label}`}
              size="sm"
              iconSize={14}
              disabled={index === 0}
              onClick={() => move(index - 1)}
            />
            <IconButton
              icon={ArrowDown}
              label={`${inspector.moveDown}: ${label}`}
              size="sm"
              iconSize={14}
              disabled={index === count - 1}
              onClick={() => move(index + 1)}
            />
          </>
        )}
        {preset !== null && <ToKeys layer={layer} animation={id} label={label} />}
        <MotionEye nodes={nodes} label={label} />
        <IconButton
          icon={Trash2}
          label={`${inspector.removeEffect}: ${label}`}
          tooltip={inspector.removeEffect}
          size="sm"
          iconSize={14}
          onClick={() => dispatch({ type: 'node/remove', nodes })}
        />
      </header>
      {isOpen && <Form nodes={nodes} rows={rows} compact />}
    </article>
  );
}

/** The title of a preset's card, with a menu to choose another preset of the same phase. */
function PresetChoice({
  animation,
  preset,
  kinds,
  length,
}: {
  readonly animation: ElementNode;
  readonly preset: PresetType;
  readonly kinds: readonly LayerKind[];
  /**
   * The formatted duration, such as `2 s`. Null if the card is expanded, or if the duration is not a number, for
   * example a variable.
   */
  readonly length: string | null;
}) {
  const { inspector } = useStrings();
  const { id } = animation;
  const nodes = useMemo(() => [id], [id]);
  const field = useField(nodes, 'type', attributes.type);
  const dispatch = useInspectorDispatch();
  const { phase } = PRESET_USES[preset];
  const groups = useMemo(() => [{ phase, presets: presetsOf(phase, kinds) }], [phase, kinds]);
  const written = useMemo(
    () => Object.fromEntries(animation.attributes.map(({ name, value }) => [name, value])),
    [animation],
  );
  if (field === null) return null;
  return (
    <span className={cardStyles.name}>
      <PresetPopover
        label={inspector.choosePreset(inspector.motionPresets[preset])}
        trigger={
          <button
            type="button"
            className={cardStyles.presetName}
            aria-label={inspector.choosePreset(inspector.motionPresets[preset])}
          >
            <span>{inspector.motionPresets[preset]}</span>
            <span className={styles.dim}>
              {[inspector.moments[phase], length].filter((part) => part !== null).join(' · ')}
            </span>
          </button>
        }
        groups={groups}
        value={preset}
        written={written}
        onChoose={(type) => dispatch({ type: 'attribute/set', node: id, name: 'type', value: type })}
      />
    </span>
  );
}

/** Formats a duration in frames or seconds from its text in the template; null for other values, such as a variable. */
function lengthWords(writtenLength: string | undefined, words: Catalogue['inspector']): string | null {
  const [, digits, isSeconds] = /^\s*(\d+(?:\.\d+)?)\s*(s?)\s*$/.exec(writtenLength ?? '') ?? [];
  return digits === undefined ? null : `${formatWritten(digits)} ${isSeconds === '' ? words.frames : words.seconds}`;
}

function MotionEye({ nodes, label }: { readonly nodes: readonly ElementNode['id'][]; readonly label: string }) {
  const field = useField(nodes, 'enabled', attributes.enabled);
  return field === null ? null : <EnabledButton field={field} label={label} />;
}

function EnabledButton({
  field,
  label,
}: {
  readonly field: Parameters<typeof useFieldEdit>[0];
  readonly label: string;
}) {
  const { inspector } = useStrings();
  const edit = useFieldEdit(field);
  const isOn = fieldText(field) !== 'false';
  const words = isOn ? inspector.switchOff : inspector.switchOn;
  return (
    <IconButton
      icon={isOn ? Eye : EyeOff}
      label={`${words}: ${label}`}
      tooltip={words}
      size="sm"
      iconSize={14}
      onClick={() => edit.commit(String(!isOn))}
    />
  );
}

export interface PresetPopoverProps extends PresetGalleryProps {
  readonly trigger: ReactElement;
  /** The accessible name of the gallery. */
  readonly label: string;
  readonly align?: 'start' | 'end';
}

/** A button that opens the gallery of presets. Choosing a preset closes the gallery. */
function PresetPopover({ trigger, label, align = 'start', onChoose, ...gallery }: PresetPopoverProps) {
  const [open, setOpen] = useState(false);
  const choose = (preset: PresetType) => {
    setOpen(false);
    onChoose(preset);
  };
  return (
    <Popover
      label={label}
      trigger={trigger}
      open={open}
      onOpenChange={setOpen}
      align={align}
      className={presetGalleryStyles.popup}
    >
      <PresetGallery {...gallery} onChoose={choose} />
    </Popover>
  );
}
