import { useEffect, useMemo, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useUploadStates } from '#renderer/api/queries/use-uploads.ts';
import { listFindings, type QuickCheck } from '#renderer/editor/check-state.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { missingSources, movieIssuesOf } from '#renderer/editor/movie-issues.ts';
import { createResolver, firstError, problemsOf } from '#renderer/editor/read-template.ts';
import { selectUsedSources } from '#renderer/editor/selectors.ts';
import { createTextCheck, type FilmToCheck, type TextCheck } from '#renderer/playback/compose/text-check.ts';
import { createProjectMedia } from '#renderer/playback/decode/service-media.ts';
import { picturesIn, usePlatforms, useProjectChecks } from '#renderer/project/check-platforms.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { type CheckOptions, countedFindings, QUICK_CHECK } from '#shared/film-check/check-film.ts';
import { platformNamed } from '#shared/film-check/platforms.ts';
import type { FilmFinding } from '#shared/film-check/report.ts';
import { type FilmFix, fixFor } from '#shared/film-check/try-fixes.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';

/** Checks the open movie after each edit, and lists its findings and problems. */
export function CheckHost() {
  useQuickChecks();
  useListedIssues();
  return null;
}

/** The pause after the last edit before a check, in milliseconds. */
const PAUSE_MILLISECONDS = 500;
/** The maximum number of findings for which fixes are tried. Each finding takes one or two checks. */
const MAX_TRIED_FINDINGS = 30;

function useQuickChecks(): void {
  const api = useApi();
  const editor = useEditor();
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: assets } = useAssets(project);
  const { own } = useProjectChecks(project);
  const [platforms] = usePlatforms(project);
  const [checker, setChecker] = useState<TextCheck | null>(null);
  useEffect(() => {
    const created = createTextCheck(createProjectMedia(api, project));
    setChecker(created);
    return () => created.dispose();
  }, [api, project]);
  useEffect(() => {
    if (checker === null || assets === undefined) return;
    const options = { ...QUICK_CHECK, platforms, own };
    return followEdits(editor, (signal) =>
      checkQuickly(editor, { checker, options, pictureOf: picturesIn(assets) }, signal),
    );
  }, [editor, checker, assets, platforms, own]);
}

/**
 * Runs a check with a debounce of half a second after edits. Aborts the check of an earlier text. Returns a function
 * that stops the checks.
 */
function followEdits({ check, document }: Editor, run: (signal: AbortSignal) => Promise<void>): () => void {
  let running = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = async () => {
    // A gesture is an unfinished edit. Its end changes the state again.
    if (document.state.gesture !== null) return;
    running = new AbortController();
    const { signal } = running;
    check.set({ isChecking: true });
    await run(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (!signal.aborted) check.set({ isChecking: false });
  };
  const schedule = () => {
    clearTimeout(timer);
    running.abort();
    timer = setTimeout(() => void start(), PAUSE_MILLISECONDS);
  };
  schedule();
  const unsubscribe = document.subscribe((now, before) => {
    if (now.gesture !== null && before.gesture !== null) return;
    if (now.movie !== before.movie || now.source !== before.source || now.gesture !== before.gesture) schedule();
  });
  return () => {
    clearTimeout(timer);
    running.abort();
    unsubscribe();
    check.set({ isChecking: false });
  };
}

interface QuickChecking {
  readonly checker: TextCheck;
  readonly options: CheckOptions;
  readonly pictureOf: FilmToCheck['pictureOf'];
}

/** Checks the movie, and then tries the fixes of its findings. */
async function checkQuickly(editor: Editor, checking: QuickChecking, signal: AbortSignal): Promise<void> {
  const { check, document } = editor;
  const { movie, source, values } = document.state;
  if (movie === null || timelineOf(movie).total === 0) return check.set({ quick: null, fixes: new Map() });
  const { checker, options, pictureOf } = checking;
  const checked = await checker.checkFilm({ movie, pictureOf }, options, signal);
  const quick: QuickCheck = { ...checked, state: { source, values } };
  check.set({ quick, isChecking: false, fixes: new Map() });
  await tryFixes(editor, quick, checking, signal);
}

/** Tries possible fixes of findings on copies of the template. Publishes the fixes that remove their finding. */
async function tryFixes(
  { check, document }: Editor,
  { result, film, layouts, state: { source, values } }: QuickCheck,
  { checker, options, pictureOf }: QuickChecking,
  signal: AbortSignal,
): Promise<void> {
  const { sourceEnds } = document.state;
  const resolve = createResolver();
  const valueMap = new Map(Object.entries(values));
  const platforms = options.platforms.flatMap((name) => platformNamed(name, options.own) ?? []);
  const subject = { film, layouts, source, values: valueMap, platforms };
  const recheck = async (changed: TemplateSource) => {
    const { movie, findings } = resolve(changed.document, valueMap, sourceEnds);
    if (movie === null || firstError(problemsOf(changed, findings)) !== null) return null;
    return (await checker.checkFilm({ movie, pictureOf }, options, signal)).result.findings;
  };
  const fixes = new Map<string, FilmFix>();
  for (const { key, finding } of listFindings(result.findings, () => false).slice(0, MAX_TRIED_FINDINGS)) {
    const fix = await fixFor(finding, result.findings, subject, recheck);
    signal.throwIfAborted();
    if (fix === null) continue;
    fixes.set(key, fix);
    check.set({ fixes: new Map(fixes) });
  }
}

/** Publishes the list of problems, missing files, and findings of the movie. */
function useListedIssues(): void {
  const { check } = useEditor();
  const problems = useEditorValue(({ document }) => document.state.problems);
  const used = useEditorValue(({ document }) => selectUsedSources(document.state));
  const project = useEditorValue(({ document }) => document.state.project);
  const source = useEditorValue(({ document }) => document.state.source);
  const values = useEditorValue(({ document }) => document.state.values);
  const quick = useEditorValue((editor) => editor.check.state.quick);
  const full = useEditorValue((editor) => editor.check.state.full);
  const { off } = useProjectChecks(project);
  const { data: assetKeys = null } = useAssets(project, keysOf);
  const uploads = useUploadStates(project);
  const missing = useMemo(() => missingSources(used, assetKeys, uploads), [used, assetKeys, uploads]);
  const found = useMemo(() => {
    // Until the next edit, the findings of the service replace the findings of the page.
    const isFresh = full !== null && full.state.source === source && full.state.values === values;
    const geometry = isFresh ? [] : (quick?.result.findings ?? []);
    const isReplaced = ({ code, node }: FilmFinding): boolean =>
      quick?.result.ran.includes(code) !== false || geometry.some((each) => each.code === code && each.node === node);
    const others = (full?.findings ?? []).filter((finding) => isFresh || !isReplaced(finding));
    const { counted, unchecked } = countedFindings([...geometry, ...others], source.document.root, off);
    return { listed: listFindings(counted, (finding) => !isFresh && others.includes(finding)), unchecked };
  }, [quick, full, source, values, off]);
  const issues = useMemo(() => movieIssuesOf(problems, missing, found.listed), [problems, missing, found]);
  useEffect(() => check.set({ ...found, issues }), [check, found, issues]);
}

function keysOf(assets: readonly AssetEntry[]): ReadonlySet<string> {
  return new Set(assets.map(({ name }) => nameKey(name)));
}
