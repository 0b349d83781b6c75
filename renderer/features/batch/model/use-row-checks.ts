import { useEffect, useMemo, useState } from 'react';
import type { Api } from '#renderer/api/api.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import { type AssetEntry, assetNamed } from '#renderer/api/client/asset-list.ts';
import { createTextCheck, type TextCheck } from '#renderer/playback/compose/text-check.ts';
import { createProjectMedia } from '#renderer/playback/decode/service-media.ts';
import { labelWithName } from '#renderer/project/variable-labels.ts';
import { createRowChecker, requiredDefaults } from '#shared/batch/check-row.ts';
import type { ColumnUses } from '#shared/batch/match-columns.ts';
import { rowContrast } from '#shared/batch/row-contrast.ts';
import { rowTexts, textProblems } from '#shared/batch/row-texts.ts';
import { rowValues } from '#shared/batch/row-values.ts';
import type { TableRow } from '#shared/batch/table.ts';
import { unsuitableFile } from '#shared/batch/unfit-file.ts';
import { mergeBrandValues } from '#shared/brand/brand-values.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import { createResolveMemory } from '#shared/resolve/reading-context.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { type Checked, type Checking, checkAll } from './check-all.ts';
import type { BatchTemplate } from './use-batch-template.ts';

/** The results of the checks so far. */
export interface RowChecks extends Checked {
  /** The problems that are common to all rows. */
  readonly common: readonly Message[];
}

export interface RowChecksInput {
  readonly project: string;
  readonly template: BatchTemplate | null;
  /** The assets of the project; null while loading. */
  readonly assets: readonly AssetEntry[] | null;
  readonly rows: readonly TableRow[];
  readonly uses: ColumnUses;
  /** The values of the brand, by variable. */
  readonly brand: Readonly<Record<string, string>>;
}

const NOTHING: RowChecks = { ofRows: [], common: [], isDone: false, texts: null, milliseconds: null };

/** Checks all rows in the background. After an edit, only changed rows are checked again. */
export function useRowChecks({ project, template, assets, rows, uses, brand }: RowChecksInput): RowChecks {
  const textCheck = useTextCheck(project);
  const usesKey = JSON.stringify(uses);
  const checking = useMemo(() => {
    if (template === null || template.source === null || assets === null) return null;
    const columnUses: ColumnUses = JSON.parse(usesKey);
    return checkingOf(template, { document: template.source.document, assets, uses: columnUses, brand, textCheck });
  }, [template, assets, usesKey, brand, textCheck]);

  const [checks, setChecks] = useState(NOTHING);
  useEffect(() => {
    if (checking === null) return setChecks(NOTHING);
    const stopped = new AbortController();
    const { common } = checking;
    checkAll(checking, rows, stopped.signal, (checked) => setChecks({ ...checked, common })).catch((error: unknown) => {
      if (!stopped.signal.aborted) throw error;
    });
    return () => stopped.abort();
  }, [checking, rows]);
  return checks;
}

type CheckingInput = Pick<RowChecksInput, 'uses' | 'brand'> & {
  readonly document: NonNullable<BatchTemplate['source']>['document'];
  readonly assets: readonly AssetEntry[];
  readonly textCheck: () => TextCheck;
};

function checkingOf(
  { variables }: BatchTemplate,
  { document, assets, uses, brand, textCheck }: CheckingInput,
): Checking & Pick<RowChecks, 'common'> {
  const columns = new Set(uses.filter((use) => use !== null));
  const checker = createRowChecker({
    document,
    assets: assets.map(({ name }) => name),
    mapped: new Set([...columns, ...Object.keys(brand)]),
    displayName: labelWithName,
    missingAsset: (name) => message('source/not-in-project', { name }),
    unsuitableAsset: (name, requested) => {
      const media = assetNamed(assets, name)?.media ?? null;
      // A file whose inspection is pending can have any kind, so it is not a problem.
      return media && unsuitableFile(name, { ...media, why: messageOf(media.why) }, requested);
    },
  });
  const valuesOf = (row: TableRow) => mergeBrandValues(rowValues(row, uses, variables).values, Object.entries(brand));
  const [textsOf, contrastOf] = [rowTexts(document, columns), rowContrast(document, columns)];
  const memory = createResolveMemory();
  return {
    common: checker.common,
    check: (row) => {
      const check = checker.check(valuesOf(row));
      const { defaulted } = rowValues(row, uses, variables);
      const shown = defaulted.filter((name) => brand[name] === undefined);
      const missing = requiredDefaults(shown, variables);
      return missing.length === 0 ? check : { ...check, problems: [...check.problems, ...missing] };
    },
    known: new WeakMap(),
    knownTexts: new WeakMap(),
    checkTexts:
      (textsOf ?? contrastOf) &&
      (async (row, signal) => {
        const { movie } = resolveTemplate(document, { values: valuesOf(row), missing: 'error', memory });
        if (movie === null) return [];
        const textChecks = (textsOf?.(movie) ?? []).map(async (text) => {
          const layout = await textCheck().layOut(movie, text.layer, text.frame, signal);
          return layout === null ? [] : textProblems(text, layout);
        });
        return [...(contrastOf?.(movie) ?? []), ...(await Promise.all(textChecks)).flat()];
      }),
  };
}

/** Returns a function that returns the text check of the project, created on demand and disposed with the screen. */
function useTextCheck(project: string): () => TextCheck {
  const { client, queries } = useApi();
  const cachedCheck = useMemo(() => cachedRowCheck({ client, queries }, project), [client, queries, project]);
  useEffect(() => () => cachedCheck.end(), [cachedCheck]);
  return cachedCheck.get;
}

function cachedRowCheck({ client, queries }: Pick<Api, 'client' | 'queries'>, project: string) {
  let textCheck: TextCheck | null = null;
  return {
    get: (): TextCheck => {
      textCheck ??= createTextCheck(createProjectMedia({ client, queries }, project));
      return textCheck;
    },
    end: (): void => {
      textCheck?.dispose();
      textCheck = null;
    },
  };
}
