import { Braces, ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { useEncoders } from '#renderer/api/queries/use-encoders.ts';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { AtMostField } from '#renderer/project/at-most-field.tsx';
import { StoreFields } from '#renderer/project/destinations.tsx';
import { qualities, SOFTWARE } from '#renderer/project/render-form.ts';
import { labelOf } from '#renderer/project/variable-labels.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { languageName } from '#renderer/strings/language-names.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Checkbox } from '#renderer/ui/controls/checkbox.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { FILM_NAMES } from '#shared/batch/run-cells.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { LANGUAGE_TAGS } from '#shared/formats/languages.ts';
import { columnLabels } from './cells/table-column.ts';
import styles from './data-panel.module.css';
import type { BatchSettings } from './model/batch-settings.ts';
import {
  countedRows,
  encoderOf,
  existingFilms,
  filmCounts,
  filmNames,
  filmsOf,
  isLoudness,
  namedRows,
} from './model/batch-start.ts';
import type { PreparedBatch } from './model/prepared-batch.ts';
import type { BatchModel } from './model/use-batch-model.ts';

const NAMES_SHOWN = 3;

/** The checkboxes for additional templates and languages, with the resulting number of films. */
function RunSection({ model }: { readonly model: BatchModel }) {
  const { batch } = useStrings();
  const { data: templates = [] } = useTemplates(model.project);
  const { settings, name, run, next, statuses, set, open } = model;
  if (settings === null) return null;
  const { movies, languages } = settings;
  const isRunning = open.length > 0;
  const toggled = (list: readonly string[], item: string, on: boolean) =>
    on ? [...list, item] : list.filter((each) => each !== item);
  const [movieCount, languageCount] = [run?.movies.length ?? 1, run?.languages?.length ?? 1];
  const validCount = statuses.filter(({ kind }) => kind !== 'invalid').length;
  const rowCount = countedRows({ open, next, run }, validCount);
  const existing = isRunning ? null : existingFilms(filmCounts(model), batch);
  const rows = batch.rows(formatCount(rowCount), rowCount === 1);
  const filmCount = filmsOf(rowCount, run);
  const films = batch.run.films(formatCount(filmCount), filmCount === 1);
  const ordered = templates.toSorted((one, other) => Number(other.name === name) - Number(one.name === name));
  return (
    <section aria-label={batch.run.title} className={styles.section}>
      <h3 className={styles.title}>{batch.run.title}</h3>
      <div className={styles.fields}>
        <fieldset aria-label={batch.run.templates} className={styles.boxes}>
          {ordered.map((template) => (
            <Checkbox
              key={template.name}
              label={template.name}
              checked={template.name === name || movies.includes(template.name)}
              disabled={template.name === name || isRunning}
              onChange={(on) => set({ movies: toggled(movies, template.name, on) })}
            />
          ))}
        </fieldset>
        <Popover
          label={batch.run.languages}
          trigger={
            <Button size="sm" iconEnd={ChevronDown} disabled={isRunning}>
              {languages.length === 0 ? batch.run.ownLanguage : batch.run.chosenLanguages(languages.length)}
            </Button>
          }
        >
          <fieldset aria-label={batch.run.languages} className={styles.boxes}>
            {[...new Set([...LANGUAGE_TAGS, ...languages])].map((tag) => (
              <Checkbox
                key={tag}
                label={`${languageName(tag)} (${tag})`}
                checked={languages.includes(tag)}
                onChange={(on) => set({ languages: toggled(languages, tag, on) })}
              />
            ))}
          </fieldset>
        </Popover>
        {(next.length > 0 || existing === null) && (
          <p className={`${styles.hint} tabular`}>{batch.run.product(rows, movieCount, languageCount, films)}</p>
        )}
        {existing !== null && <p className={`${styles.hint} tabular`}>{existing}</p>}
      </div>
    </section>
  );
}

/** The field for the maximum size of each film. */
function SizeOfFilms({ model, settings }: { readonly model: BatchModel; readonly settings: BatchSettings }) {
  const { data } = useEncoders();
  const encoders = data?.encoders ?? [];
  return (
    <AtMostField
      layout="stack"
      choices={{ atMost: settings.atMost, encoder: encoderOf(settings, encoders) }}
      format={model.formats.find(({ name }) => name === settings.format) ?? null}
      onChange={(atMost) => model.set({ atMost })}
    />
  );
}

/** The settings for the films of each row, and for their names and format. */
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
  // A variable that a column fills is offered under the name of the column.
  const filled = new Set<string | null>([...model.uses, ...prepared.table.columns]);
  const labels = columnLabels(prepared.table.columns, batch.column);
  const variables = (model.template?.variables ?? []).filter((each) => !filled.has(each.name));
  const insert = (name: string) => {
    const at = field.current?.selectionStart ?? settings.pattern.length;
    const to = field.current?.selectionEnd ?? at;
    set({ pattern: `${settings.pattern.slice(0, at)}\${${name}}${settings.pattern.slice(to)}` });
  };
  return (
    <>
      <RunSection model={model} />
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
                  ...(model.run === null ? [] : FILM_NAMES).map(
                    (each) =>
                      ({
                        kind: 'command',
                        id: `=${each}`,
                        label: batch.run.placeholders[each],
                        end: each,
                        run: () => insert(each),
                      }) as const,
                  ),
                  ...prepared.table.columns.map((column, at) => {
                    const label = labels[at] ?? column;
                    const end = label === column ? undefined : column;
                    return { kind: 'command', id: column, label, end, run: () => insert(column) } as const;
                  }),
                  ...variables.map((variable) => {
                    const label = labelOf(variable);
                    const end = label === variable.name ? undefined : variable.name;
                    return {
                      kind: 'command',
                      id: variable.name,
                      label,
                      end,
                      run: () => insert(variable.name),
                    } as const;
                  }),
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
          <SizeOfFilms model={model} settings={settings} />
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
      <section aria-label={batch.loudness} className={styles.section}>
        <h3 className={styles.title}>{batch.loudness}</h3>
        <div className={styles.fields}>
          <TextField
            label={batch.loudness}
            mono
            value={settings.loudness}
            invalid={isLoudness(settings.loudness) ? undefined : batch.loudnessHint}
            onChange={(loudness) => set({ loudness: loudness.trim().replace('−', '-').replace(',', '.') })}
          />
          <p className={isLoudness(settings.loudness) ? styles.hint : styles.problem}>{batch.loudnessHint}</p>
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
