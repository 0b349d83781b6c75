import { Signpost, X } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#renderer/actions/use-actions.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import styles from './tour.module.css';
import { tourKey } from './tour-key.ts';

/** An offer of the tour in the status bar, until the user starts or declines it. */
export function TourOffer() {
  const { tour } = useStrings().app;
  const begin = useAction('app/tour');
  const [isOver, setIsOver] = useState(() => readStored(tourKey) === true);
  if (isOver) return null;
  const end = () => {
    writeStored(tourKey, true);
    setIsOver(true);
  };
  return (
    <span className={styles.offer}>
      <Icon icon={Signpost} size={14} />
      {tour.offer}
      <button
        type="button"
        className={styles.link}
        onClick={() => {
          begin.run();
          end();
        }}
      >
        {begin.label}
      </button>
      <IconButton icon={X} label={tour.refuse} size="sm" onClick={end} className={styles.refuse} />
    </span>
  );
}
