import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { closeDialog, useDialog } from '#renderer/actions/dialogs.ts';
import { type ActionState, useAction } from '#renderer/actions/use-actions.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { isMac } from '#renderer/ui/browser/platform.ts';
import { writeStored } from '#renderer/ui/browser/stored.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { keysLabel } from '#renderer/ui/format/keys.ts';
import styles from './tour.module.css';
import { tourKey } from './tour-key.ts';

/** Mounts the tour of the editor. The tour does not block the editor, so that the user can try each step. */
export function TourHost() {
  const isOpen = useDialog('tour') !== undefined;
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (!isOpen) return;
    writeStored(tourKey, true);
    setStep(0);
  }, [isOpen]);
  if (!isOpen) return null;
  const showStep = (next: number | null) => (next === null ? closeDialog('tour') : setStep(next));
  return <TourCard step={step} onStep={showStep} />;
}

interface TourCardProps {
  readonly step: number;
  /** Called with the index of the next step; null ends the tour. */
  readonly onStep: (step: number | null) => void;
}

/** A step of the tour: a frame around its area and a card beside it. */
function TourCard({ step, onStep }: TourCardProps) {
  const { app } = useStrings();
  const words = app.tour;
  const name = tourSteps[step] ?? 'library';
  const { title, text } = words.steps[name];
  const tourKeys = {
    play: keysOrLabel(useAction('play/toggle')),
    openLayers: keysOrLabel(useAction('scene/open-layers')),
    insert: keysOrLabel(useAction('layer/insert')),
    addKey: keysOrLabel(useAction('key/set')),
    addTransition: keysOrLabel(useAction('transition/add')),
  };
  const card = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const returnTo = useRef<Element | null>(document.activeElement);
  const heading = useId();
  const area = useAreaBox(name);
  const [place, setPlace] = useState<Pick<WindowRectangle, 'left' | 'top'> | null>(null);
  useLayoutEffect(() => {
    const { current } = card;
    if (current === null) return;
    const size = { width: current.offsetWidth, height: current.offsetHeight };
    setPlace(cardPlace(area, size, { width: innerWidth, height: innerHeight }));
  }, [area]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step focuses its button again
  useEffect(() => next.current?.focus(), [step]);
  useEffect(() => {
    const { current } = returnTo;
    return () => {
      // The offer in the status bar disappears when the user accepts it. In that case, move the focus to `main`.
      const focusedElement =
        current instanceof HTMLElement && current.isConnected && current !== document.body ? current : null;
      (focusedElement ?? document.querySelector('main'))?.focus({ preventScroll: true });
    };
  }, []);
  const isLast = step === tourSteps.length - 1;
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onStep(null);
    else if (event.key === 'ArrowRight' && !isLast) onStep(step + 1);
    else if (event.key === 'ArrowLeft' && step > 0) onStep(step - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      {area !== null && <div className={styles.ring} style={{ ...area }} aria-hidden />}
      <div
        ref={card}
        role="dialog"
        aria-modal={false}
        aria-labelledby={heading}
        className={styles.card}
        // Keep the card transparent until it is positioned, because a hidden element could not take the focus.
        style={place ?? { left: 0, top: 0, opacity: 0 }}
        onKeyDown={keys}
      >
        <p className={`${styles.count} tabular`}>{words.count(step + 1, tourSteps.length)}</p>
        <h2 id={heading}>{title}</h2>
        <p className={styles.text} aria-live="polite">
          {typeof text === 'string' ? text : text(tourKeys)}
        </p>
        <div className={styles.buttons}>
          <Button variant="quiet" size="sm" onClick={() => onStep(null)}>
            {words.end}
          </Button>
          <span className={styles.space} />
          {step > 0 && (
            <Button size="sm" onClick={() => onStep(step - 1)}>
              {words.back}
            </Button>
          )}
          <Button ref={next} variant="primary" size="sm" onClick={() => onStep(isLast ? null : step + 1)}>
            {isLast ? words.done : words.next}
          </Button>
        </div>
      </div>
    </>
  );
}

/** Returns the keys of an action as text; if the user removed the keys, the label of the action. */
function keysOrLabel({ keys, label }: ActionState): string {
  return keys === undefined ? `“${label}”` : keysLabel(keys, isMac);
}

/** Observes the box of a step's area in the window; null if the area is not shown. */
function useAreaBox(step: TourStep): WindowRectangle | null {
  const { app } = useStrings();
  const [box, setBox] = useState<WindowRectangle | null>(null);
  const labels: Readonly<Record<TourStep, string | null>> = {
    library: app.libraryArea,
    preview: app.previewArea,
    timeline: app.timelineArea,
    inspector: app.inspectorArea,
    values: null,
  };
  const label = labels[step];
  useLayoutEffect(() => {
    const areas = [...document.querySelectorAll<HTMLElement>('[data-area]')];
    const area = areas.find((each) =>
      label === null ? each.tagName === 'HEADER' : each.getAttribute('aria-label') === label,
    );
    if (area === undefined) return setBox(null);
    const measure = () => {
      const { left, top, width, height } = area.getBoundingClientRect();
      setBox({ left, top, width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [label]);
  return box;
}

/** The areas of the tour in order. */
const tourSteps = ['library', 'preview', 'timeline', 'inspector', 'values'] as const;

type TourStep = (typeof tourSteps)[number];

export interface WindowRectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The gap in pixels between an area and its card, and between the card and the edge of the window. */
const GAP = 12;

/**
 * Returns a position for the card beside its area: to the right, to the left, above, or below. The first side with
 * enough space is used; if all sides are too small, the card is centered. The card never leaves the window.
 */
export function cardPlace(
  area: WindowRectangle | null,
  card: Pick<WindowRectangle, 'width' | 'height'>,
  window: Pick<WindowRectangle, 'width' | 'height'>,
): Pick<WindowRectangle, 'left' | 'top'> {
  const clamp = (value: number, most: number) => Math.round(Math.max(GAP, Math.min(value, most - GAP)));
  const insideWindow = ({ left, top }: Pick<WindowRectangle, 'left' | 'top'>) => ({
    left: clamp(left, window.width - card.width),
    top: clamp(top, window.height - card.height),
  });
  if (area === null)
    return insideWindow({ left: (window.width - card.width) / 2, top: (window.height - card.height) / 2 });
  const [middleX, middleY] = [area.left + (area.width - card.width) / 2, area.top + (area.height - card.height) / 2];
  const right = area.left + area.width;
  const bottom = area.top + area.height;
  const [needsX, needsY] = [card.width + 2 * GAP, card.height + 2 * GAP];
  if (window.width - right >= needsX) return insideWindow({ left: right + GAP, top: middleY });
  if (area.left >= needsX) return insideWindow({ left: area.left - GAP - card.width, top: middleY });
  if (area.top >= needsY) return insideWindow({ left: middleX, top: area.top - GAP - card.height });
  if (window.height - bottom >= needsY) return insideWindow({ left: middleX, top: bottom + GAP });
  return insideWindow({ left: middleX, top: middleY });
}
