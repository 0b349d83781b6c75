import { clsx } from 'clsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { ChoiceMenu } from '#renderer/ui/overlays/choice-menu.tsx';
import { SAFE_AREAS, type SafeArea, safeRects } from '#shared/editing/stage/safe-areas.ts';
import type { Size } from '#shared/template/values/placement.ts';
import styles from './preview-stage.module.css';

/** The safe areas over the picture; the label stands at the top, where no captions are. */
export function SafeAreas({ area, frame }: { readonly area: SafeArea; readonly frame: Size }) {
  const { preview } = useStrings();
  const share = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return (
    <>
      {safeRects(area, frame).map(({ kind, rect }, at) => (
        <div
          key={kind}
          className={clsx(styles.safe, kind === 'action-area' && styles.action)}
          style={{
            left: share(rect.left, frame.width),
            top: share(rect.top, frame.height),
            width: share(rect.width, frame.width),
            height: share(rect.height, frame.height),
          }}
        >
          {at === 0 && <span>{area === 'television' ? preview.safeAreas : preview.safeArea[area]}</span>}
        </div>
      ))}
      <i className={styles.cross} />
    </>
  );
}

interface SafeAreaMenuProps {
  /** Null while none is shown. */
  readonly area: SafeArea | null;
  readonly onArea: (area: SafeArea | null) => void;
}

/** Which safe areas are shown. */
export function SafeAreaMenu({ area, onArea }: SafeAreaMenuProps) {
  const { preview } = useStrings();
  return (
    <ChoiceMenu<SafeArea | 'off'>
      label={preview.safeAreaMenu}
      shown={area === null ? preview.safeAreaMenu : undefined}
      choices={['off', ...SAFE_AREAS]}
      value={area ?? 'off'}
      words={(each) => (each === 'off' ? preview.noSafeArea : preview.safeArea[each])}
      onChange={(next) => onArea(next === 'off' ? null : next)}
    />
  );
}
