import { Popover as Base } from '@base-ui/react/popover';
import { useMemo, useRef } from 'react';
import { selectedKeys } from '#renderer/common/keys/selected-keys.ts';
import { useKeyState, useKeyStore } from '#renderer/common/keys/use-keys.ts';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import popover from '#renderer/ui/overlays/popover.module.css';
import styles from './easing.module.css';
import { EasingPicker } from './easing-picker.tsx';

/** Where the easing of the selected keys is chosen: over the timeline, beside the segment that was clicked. */
export function EasingHost() {
  const { keys: words } = useStrings();
  const store = useKeyStore();
  const editor = useEditorStore();
  const place = useKeyState(({ easingAt }) => easingAt);
  const anchor = useMemo(
    () => (place === null ? null : { getBoundingClientRect: () => new DOMRect(place.x, place.y - 8, 0, 16) }),
    [place],
  );
  // What had the focus when it opened gets it back; the row of the keys has taken it by then.
  const opener = useRef<Element | null>(null);
  useMemo(() => {
    if (place !== null) opener.current = document.activeElement;
  }, [place]);
  const close = () => store.setState({ easingAt: null });
  // Read when it opens: what is chosen previews edits, and the keys are those of before.
  const chosen = useMemo(
    () => (place === null ? [] : selectedKeys(editor.getState(), store.getState().selected)),
    [place, editor, store],
  );
  return (
    <Base.Root
      open={place !== null && chosen.length > 0}
      onOpenChange={(open, details) => {
        if (open) return;
        if (details.reason === 'escape-key') editor.actions.cancel();
        else editor.actions.commit();
        close();
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
            aria-label={words.easing}
            className={`${popover.popup} ${styles.popup}`}
          >
            <EasingPicker
              chosen={chosen}
              onKeep={() => {
                editor.actions.commit();
                close();
              }}
              onClose={() => {
                editor.actions.cancel();
                close();
              }}
            />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
