import { useEffect, useId, useState } from 'react';
import { useBrand } from '../../../api/queries/use-brand.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { readStored, writeStored } from '../../../ui/browser/stored.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import styles from './gallery.module.css';

const KEY = 'designs/in-brand';

export interface BrandSwitchProps {
  readonly project: string;
  /** Told what the brand gives to variables while designs are to be seen in it; null while they are not. */
  readonly onValues: (values: Readonly<Record<string, string>> | null) => void;
}

/** Shows all designs in the brand of the project, where it has one. */
export function BrandSwitch({ project, onValues }: BrandSwitchProps) {
  const { designs: words } = useStrings();
  const label = useId();
  const { data } = useBrand(project);
  const [on, setOn] = useState(() => readStored(KEY) === true);
  const values = data?.values;
  const hasBrand = values !== undefined && Object.keys(values).length > 0;
  useEffect(() => {
    onValues(on && hasBrand ? values : null);
  }, [on, hasBrand, values, onValues]);
  if (!hasBrand) return null;
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
