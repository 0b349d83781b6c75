import { useEffect, useId, useState } from 'react';
import { type StoredBrand, useBrand } from '#renderer/api/queries/use-brand.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import styles from './gallery.module.css';

const KEY = 'designs/in-brand';

export interface BrandSwitchProps {
  readonly project: string;
  /** Told the brand while designs are to be seen in it; null while they are not. */
  readonly onBrand: (brand: StoredBrand | null) => void;
}

/** Shows all designs in the brand of the project, where it has one. */
export function BrandSwitch({ project, onBrand }: BrandSwitchProps) {
  const { designs: words } = useStrings();
  const label = useId();
  const { data } = useBrand(project);
  const [on, setOn] = useState(() => readStored(KEY) === true);
  const brand = data !== undefined && Object.keys(data.values).length > 0 ? data : null;
  useEffect(() => {
    onBrand(on ? brand : null);
  }, [on, brand, onBrand]);
  if (brand === null) return null;
  return (
    <div className={styles.brand}>
      <Switch
        id={label}
        checked={on}
        onChange={(next) => {
          writeStored(KEY, next);
          setOn(next);
        }}
      />
      <label htmlFor={label}>{words.inBrand}</label>
    </div>
  );
}
