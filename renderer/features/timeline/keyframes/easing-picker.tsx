import { Popover as Base } from '@base-ui/react/popover';
import { clsx } from 'clsx';
import { ArrowLeftRight, SwatchBook, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useBrand } from '#renderer/api/queries/use-brand.ts';
import {
  choiceOf,
  EASING_CHOICES,
  type EasingChoice,
  easingPath,
  readEasing,
  readTypedEasing,
  textOfChoice,
  typedEasingText,
  writeEasing,
} from '#renderer/editor/easing-shapes.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { easeSelectedKeyframes } from '#renderer/editor/keyframe-edits.ts';
import { type SelectedKey, selectedKeys } from '#renderer/editor/keyframes.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { equalRows, nextTile } from '#renderer/interaction/focus.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import popover from '#renderer/ui/overlays/popover.module.css';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { reversedEasing } from '#shared/editing/keyframes/plan-preset-keyframes.ts';
import styles from './easing.module.css';

const COLUMNS = 7;
const WIDTH = 44;
const HEIGHT = 32;
const NO_KEYFRAMES: readonly SelectedKey[] = [];

interface EasingPickerProps {
  readonly selectedKeyframes: readonly SelectedKey[];
  readonly onClose: () => void;
}

/**
 * A picker that shows the easings as curves, with a field for the text of an easing. Each choice immediately edits the
 * keyframes. All choices until the picker closes become one undo step.
 */
function EasingPicker({ selectedKeyframes, onClose }: EasingPickerProps) {
  const { keys: strings, kit } = useStrings();
  const editor = useEditor();
  const toasts = useToast();
  const { easing: brandEasing } = useBrand(editor.document.state.project).data?.brand.motion ?? {};
  const [first] = selectedKeyframes;
  const text = first === undefined ? 'linear' : writeEasing(first.key.easing);
  const [step] = useState(() => `ease ${crypto.randomUUID()}`);
  const [isInvalid, setInvalid] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const currentChoice = choiceOf(text) ?? 'linear';
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) grid.current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus();
    isFirst.current = false;
  });
  const setEasing = (next: string) => {
    setInvalid(false);
    const result = easeSelectedKeyframes(editor, next, step);
    if (!result.ok) toasts.show({ id: 'refused', message: say(result.error), tone: 'warning' });
  };
  const choose = (choice: EasingChoice) => setEasing(textOfChoice(choice, text));
  const onKeyDown = (event: KeyboardEvent) => {
    const rows = equalRows(EASING_CHOICES.length, COLUMNS);
    const to = nextTile(event.key, EASING_CHOICES.indexOf(currentChoice), { rows });
    const next = to === null ? undefined : EASING_CHOICES[to];
    if (next !== undefined) {
      choose(next);
      grid.current?.querySelector<HTMLElement>(`[data-easing="${next}"]`)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') onClose();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.picker}>
      <div className={styles.head}>
        <strong>{strings.easing}</strong>
        <span>{strings.segments(selectedKeyframes.length)}</span>
        <IconButton
          icon={ArrowLeftRight}
          label={strings.reverseCurve}
          size="sm"
          onClick={() => setEasing(reversedEasing(text) ?? text)}
        />
        {brandEasing !== undefined && (
          <IconButton icon={SwatchBook} label={strings.brandEasing} size="sm" onClick={() => setEasing(brandEasing)} />
        )}
        <IconButton icon={X} label={kit.close} size="sm" onClick={onClose} />
      </div>
      <div ref={grid} role="radiogroup" aria-label={strings.easing} className={styles.grid} onKeyDown={onKeyDown}>
        {EASING_CHOICES.map((choice) => (
          // biome-ignore lint/a11y/useSemanticElements: a radio button with a picture; arrow keys move the choice
          <button
            key={choice}
            type="button"
            role="radio"
            aria-checked={choice === currentChoice}
            tabIndex={choice === currentChoice ? 0 : -1}
            data-easing={choice}
            className={clsx(styles.cell, choice === currentChoice && styles.on)}
            onClick={() => choose(choice)}
            onDoubleClick={onClose}
          >
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden={true}>
              <path d={easingPath(readEasing(textOfChoice(choice, text)) ?? { kind: 'linear' }, WIDTH, HEIGHT)} />
            </svg>
            <span>{strings.easings[choice]}</span>
          </button>
        ))}
      </div>
      <div className={styles.curve}>
        <span aria-hidden={true}>{strings.curve}</span>
        <TextField
          label={strings.curve}
          mono
          value={typedEasingText(text)}
          invalid={isInvalid ? strings.noCurve : undefined}
          onCommit={(typed) => {
            const read = readTypedEasing(typed);
            if (read === null) setInvalid(true);
            else setEasing(read);
          }}
        />
      </div>
    </div>
  );
}

/** The popover for the easing of the selected keyframes. It is beside the clicked segment. */
export function EasingHost() {
  const { keys: strings } = useStrings();
  const { keyframes: store } = useEditor();
  const place = useEditorValue(
    ({
      keyframes: {
        state: { easingAt },
      },
    }) => easingAt,
  );
  const anchor = useMemo(
    () => (place === null ? null : { getBoundingClientRect: () => new DOMRect(place.x, place.y - 8, 0, 16) }),
    [place],
  );
  // The element that opened the popover. The focus returns to it. Read it during rendering, because the keyframe row
  // takes the focus afterward.
  const opener = useRef<Element | null>(null);
  useMemo(() => {
    if (place !== null) opener.current = document.activeElement;
  }, [place]);
  const close = () => store.set({ easingAt: null });
  const selectedKeyframes = useEditorValue(
    ({ document, keyframes: { state } }) =>
      state.easingAt === null ? NO_KEYFRAMES : selectedKeys(document.state, state.selected),
    isEqual,
  );
  return (
    <Base.Root
      open={place !== null && selectedKeyframes.length > 0}
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side="top"
          align="start"
          sideOffset={8}
          collisionPadding={8}
          className={popover.layer}
        >
          <Base.Popup
            finalFocus={() => (opener.current instanceof HTMLElement ? opener.current : true)}
            aria-label={strings.easing}
            className={`${popover.popup} ${styles.popup}`}
          >
            <EasingPicker selectedKeyframes={selectedKeyframes} onClose={close} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
