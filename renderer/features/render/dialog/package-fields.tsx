import { type PackageTick, packageTicks } from '#renderer/project/render-form.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Checkbox } from '#renderer/ui/controls/checkbox.tsx';
import type { RenderForm } from '../form/use-render-form.ts';
import styles from './render-dialog.module.css';

/** A checkbox for each part of the film's package. */
export function PackageFields({ form }: { readonly form: RenderForm }) {
  const { render: strings } = useStrings();
  const { choices, change } = form;
  const toggle = (tick: PackageTick, isOn: boolean) =>
    change({ parts: packageTicks.filter((each) => (each === tick ? isOn : choices.parts.includes(each))) });
  return (
    <fieldset className={styles.row} aria-label={strings.package}>
      <span className={styles.label}>{strings.package}</span>
      <div className={styles.stack}>
        <div className={styles.parts}>
          {packageTicks.map((tick) => (
            <Checkbox
              key={tick}
              label={strings.parts[tick]}
              checked={choices.parts.includes(tick)}
              onChange={(isOn) => toggle(tick, isOn)}
            />
          ))}
        </div>
        {choices.parts.length > 0 && choices.destination === 'file' && (
          <p className={styles.hint}>{strings.packageHint}</p>
        )}
      </div>
    </fieldset>
  );
}
