import { useDesigns } from '../../api/queries/use-designs.ts';
import { useNavigation } from '../../shell/window/window-context.tsx';
import { DesignLink } from './gallery/design-card.tsx';
import styles from './gallery/gallery.module.css';

/** The designs as the first thing that somebody new sees; a press opens one in the gallery. Nothing while there are none. */
export function DesignStrip() {
  const { data = [] } = useDesigns();
  const { go } = useNavigation();
  if (data.length === 0) return null;
  return (
    <ul className={styles.strip}>
      {data.map((design) => (
        <li key={design.name}>
          <DesignLink design={design} onOpen={() => go({ screen: 'designs', project: null, design: design.name })} />
        </li>
      ))}
    </ul>
  );
}
