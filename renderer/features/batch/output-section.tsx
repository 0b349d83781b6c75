import { Braces } from 'lucide-react';
import { useRef } from 'react';
import { useEncoders } from '#renderer/api/queries/use-storage.ts';
import { AtMostField } from '#renderer/project/at-most-field.tsx';
import { StoreFields } from '#renderer/project/destinations.tsx';
import { qualities, SOFTWARE } from '#renderer/project/render-form.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import styles from './data-panel.module.css';
import { encoderOf, filmNames, namedRows } from './model/batch-start.ts';
import type { PreparedBatch } from './model/prepared-batch.ts';
import type { BatchModel } from './model/use-batch-model.ts';

const NAMES_SHOWN = 3;

/** The settings for the names and the format of the films. */
export function OutputSection({ model, prepared }: { readonly model: BatchModel; readonly prepared: PreparedBatch }) {
  const { batch, render } = useStrings();
  const desktop = useDesktop();
  const field = useRef<HTMLInputElement>(null);
  const { settings, formats, set } = model;
  const { data } = useEncoders();
  if (settings === null) return null;
  const hardware = (data?.encoders ?? []).filter((each) => each.formats.includes(settings.format));
  const rows = namedRows(model.next, model.statuses);
  const plan = filmNames(model, rows.slice(0, NAMES_SHOWN));
  const [unknown] = plan?.ok === true ? plan.value.unknown : [];
  const problem =
    plan?.ok === false ? say(plan.error) : unknown === undefined ? undefined : batch.blockers.noName(unknown);
  const names = new Set([...prepared.table.columns, ...(model.template?.variables ?? []).map(({ name }) => name)]);
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
          <AtMostField
            choices={{ atMost: settings.atMost, encoder: encoderOf(settings, data?.encoders ?? []) }}
            format={formats.find(({ name }) => name === settings.format) ?? null}
            onChange={(atMost) => set({ atMost })}
          />
          {hardware.length > 0 && (
            <Select
              size="sm"
              label={render.encoder}
              value={hardware.some(({ name }) => name === settings.encoder) ? settings.encoder : SOFTWARE}
              onChange={(encoder) => set({ encoder })}
              options={[
                { value: SOFTWARE, label: render.software },
                ...hardware.map(({ name, label, available }) => ({
                  value: name,
                  label,
                  hint: available ? render.hardwareHint : render.notAvailable,
                  disabled: !available && name !== settings.encoder,
                })),
              ]}
            />
          )}
        </div>
      </section>
      <section aria-label={batch.destination} className={styles.section}>
        <h3 className={styles.title}>{batch.destination}</h3>
        <div className={styles.fields}>
          <Segmented
            size="sm"
            label={batch.destination}
            className={styles.where}
            value={settings.destination}
            onChange={(destination) => set({ destination })}
            options={[
              { value: 'keep', label: batch.keep },
              { value: 'save', label: desktop === null ? batch.downloadEach : batch.toFolder },
              { value: 'store', label: render.toStore },
            ]}
          />
          {settings.destination === 'store' && (
            <StoreFields kind="folder" store={settings.store} onChange={(store) => set({ store })} />
          )}
          <p className={styles.hint}>
            {settings.destination === 'save' && `${desktop === null ? batch.downloadHint : batch.folderHint} `}
            {batch.storedFilms(serviceLimits.filmDays)}
          </p>
        </div>
      </section>
    </>
  );
}
