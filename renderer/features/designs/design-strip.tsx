import { useState } from 'react';
import { useDesigns } from '#renderer/api/queries/use-designs.ts';
import { moveTileFocus } from '#renderer/interaction/focus.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { ComingCards, DesignLink } from './design-card.tsx';
import styles from './gallery.module.css';

/**
 * The designs on the first screen. A press opens a design in the gallery. The strip is one tab stop, and arrow keys
 * move inside it. Placeholders reserve its space while the designs load. Without designs, the strip is hidden.
 */
export function DesignStrip() {
  const { data, isError } = useDesigns();
  const { go } = useNavigation();
  const [stop, setStop] = useState(0);
  if (data === undefined && !isError)
    return (
      <div className={styles.strip} aria-busy={true}>
        <ComingCards />
      </div>
    );
  if (data === undefined || data.length === 0) return null;
  return (
    <ul className={styles.strip} onKeyDown={(event) => void moveTileFocus(event, 'button')}>
      {data.map((design, index) => (
        <li key={design.name}>
          <DesignLink
            design={design}
            isTabStop={index === Math.min(stop, data.length - 1)}
            onFocus={() => setStop(index)}
            onOpen={() => go({ screen: 'designs', project: null, design: design.name })}
          />
        </li>
      ))}
    </ul>
  );
}
