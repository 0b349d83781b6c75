import { Braces } from 'lucide-react';
import { useRef } from 'react';
import { serviceLimits } from '../../../shared/contract/limits.ts';
import { useDesktop } from '../../app/window-context.tsx';
import { useStrings } from '../../strings/use-strings.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { qualities } from '../render/render-choices.ts';
import type { BatchDraft } from './batch-draft.ts';
import styles from './data-panel.module.css';
import { type BatchModel, filmNames } from './use-batch-model.ts';

const NAMES_SHOWN = 3;

/** What the films are called and how they are made. */
export function OutputSection({ model, draft }: { readonly model: BatchModel; readonly draft: BatchDraft }) {
  const { batch, render } = useStrings();
  const desktop = useDesktop();
  const field = useRef<HTMLInputElement>(null);
  const { settings, formats, set } = model;
  if (settings === null) return null;
  const rows = model.next.length > 0 ? model.next : draft.table.rows.map((_, at) => at);
  const plan = filmNames(model, rows.slice(0, NAMES_SHOWN));
  const [unknown] = plan?.ok === true ? plan.value.unknown : [];
  const problem = plan?.ok === false ? plan.error : unknown === undefined ? undefined : batch.blockers.noName(unknown);
  const names = new Set([...draft.table.columns, ...(model.template?.variables ?? []).map(({ name }) => name)]);
  const insert = (name: string) => {
    const at = field.current?.selectionStart ?? settings.pattern.length;
    const to = field.current?.selectionEnd ?? at;
    set({ pattern: `${settings.pattern.slice(0, at)}\${${name}}${settings.pattern.slice(to)}` });
  };
  return (
    <>
      <section aria-label={batch.fileNames} className={styles.section}>
        <h3 className={styles.title}>{batch.fileNames}</h3>
        <div className={styles.fields}>
          <TextField
            ref={field}
            label={batch.fileNames}
            mono
            value={settings.pattern}
            invalid={problem}
            onChange={(pattern) => set({ pattern })}
            boxClassName={styles.pattern}
            end={
              <Menu
                align="end"
                trigger={<IconButton icon={Braces} label={batch.insert} size="sm" iconSize={14} />}
                entries={[
                  { kind: 'command', id: '', label: batch.index, end: 'index', run: () => insert('index') },
                  ...[...names].map(
                    (name) => ({ kind: 'command', id: name, label: name, run: () => insert(name) }) as const,
                  ),
                ]}
              />
            }
          />
          <p className={problem === undefined ? styles.names : styles.problem}>
            {problem ?? (plan?.ok === true ? batch.fileNamesHint(plan.value.names) : '')}
          </p>
        </div>
      </section>
      <section aria-label={batch.output} className={styles.section}>
        <h3 className={styles.title}>{batch.output}</h3>
        <div className={styles.fields}>
          <div className={styles.pair}>
            <Select
              size="sm"
              label={batch.format}
              value={settings.format}
              onChange={(format) => set({ format })}
              options={formats.map(({ name, label, available }) => ({
                value: name,
                label,
                disabled: !available,
                hint: available ? undefined : render.notHere,
              }))}
            />
            <Select
              size="sm"
              label={batch.quality}
              value={settings.quality}
              onChange={(quality) => set({ quality })}
              options={qualities.map((value) => ({ value, label: render.qualities[value] }))}
            />
          </div>
          {desktop === null && (
            <Checkbox
              checked={settings.downloads}
              onChange={(downloads) => set({ downloads })}
              label={batch.downloads}
            />
          )}
          <p className={styles.hint}>{batch.keptFilms(serviceLimits.filmDays)}</p>
        </div>
      </section>
    </>
  );
}
