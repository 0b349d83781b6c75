import { z } from 'zod';
import type { DesktopBridge, DesktopCallName, DesktopEventName, DesktopEvents } from './desktop-bridge.ts';

type ArgumentsOf<Name extends DesktopCallName> = Parameters<DesktopBridge[Name]>;
type ResultOf<Name extends DesktopCallName> = Awaited<ReturnType<DesktopBridge[Name]>>;

/** The schemas with which the main process checks a call of the bridge: the arguments from the page, and the result. */
export interface DesktopCall<Args, Answer> {
  readonly args: z.ZodType<Args>;
  readonly answer: z.ZodType<Answer>;
}

type CallTable = { readonly [Name in DesktopCallName]: DesktopCall<ArgumentsOf<Name>, ResultOf<Name>> };
type EventTable = { readonly [Name in DesktopEventName]: z.ZodType<DesktopEvents[Name]> };

const words = z.string().max(4096);
const token = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);
const nothing = z.undefined();
const none = z.tuple([]);
/** The name of a secret, which forms and pages display. */
const secretName = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u);
const key = z.string().min(1).max(1024);

const file = z.object({
  token,
  name: words,
  path: words,
  size: z.int().nonnegative(),
  lastModified: z.number(),
  url: words,
});
const watchedFile = z.object({ id: token, name: words, folder: words });
const film = z.object({
  project: z.string().min(1).max(1024),
  render: z.string().min(1).max(64),
  suggestedName: z.string().min(1).max(255),
});
const save = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);
const bundle = z.object({
  project: z.string().min(1).max(1024),
  suggestedName: z.string().min(1).max(255),
  save,
});
const filmsZip = bundle.extend({ of: z.array(z.string().min(1).max(4000)).min(1).max(1000) });
const savedFile = z.object({ token, name: words, folder: words });
const saveFailure = z.enum(['gone', 'full', 'forbidden', 'incomplete', 'other']);

const saveOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), file: savedFile }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('failed'), reason: saveFailure }),
]);

const menuLabel = z.string().max(200);
const menuItem = z.union([
  z.object({ kind: z.literal('separator') }),
  z.object({
    kind: z.literal('submenu'),
    label: menuLabel,
    get items() {
      return menuItems;
    },
  }),
  z.object({
    kind: z.literal('action'),
    id: z.string().min(1).max(100),
    label: menuLabel,
    keys: z.string().max(60).optional(),
    enabled: z.boolean(),
    checked: z.boolean().optional(),
    textRole: z.enum(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']).optional(),
  }),
]);
const menuItems: z.ZodArray<typeof menuItem> = z.array(menuItem).max(200);

const named = { name: secretName, acceptWeak: z.boolean() };
const newSecret = z.discriminatedUnion('kind', [
  z.object({ ...named, kind: z.literal('object-store'), accessKeyId: key, secretAccessKey: key }),
  z.object({
    ...named,
    kind: z.literal('cluster'),
    url: z.url({ protocol: /^https?$/ }),
    apiKey: key,
    apiSecret: key,
    region: z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/),
  }),
]);

const theme = z.enum(['system', 'light', 'dark']);
const language = z.enum(['system', 'en', 'de']);
const api = z.object({ enabled: z.boolean(), port: z.int().min(0).max(65_535) });
const allowHosts = z.array(z.string().regex(/^[A-Za-z0-9._:[\]-]{1,255}$/)).max(100);
const settings = z.object({ theme, api, allowHosts, ffmpeg: words.nullable() });
const apiAccess = z.strictObject({ url: z.string(), key: z.string(), otherPort: z.boolean() }).nullable();
const location = z.object({ folder: words, isDefault: z.boolean() });
const workspaceOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed'), location }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({
    kind: z.literal('failed'),
    reason: z.enum(['not-empty', 'inside', 'full', 'forbidden', 'in-use', 'other']),
  }),
]);
const serviceState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('starting') }),
  z.object({ kind: z.literal('running'), restarts: z.int() }),
  z.object({
    kind: z.literal('waiting'),
    milliseconds: z.number(),
    attempt: z.int(),
    code: z.string().nullable(),
    message: z.string(),
  }),
  z.object({ kind: z.literal('stopped') }),
]);
const desktopTheme = z.object({ dark: z.boolean(), highContrast: z.boolean(), reducedTransparency: z.boolean() });

/** All calls that the page can make, with their checks. */
export const desktopCalls: CallTable = {
  appInfo: {
    args: none,
    answer: z.object({
      version: z.string(),
      electron: z.string(),
      chromium: z.string(),
      node: z.string(),
      ffmpeg: z.object({ version: z.string(), knownBad: z.boolean() }).nullable(),
      logs: words,
    }),
  },
  showLogs: { args: none, answer: nothing },
  openExternal: { args: z.tuple([z.string().max(2048)]), answer: nothing },
  chooseFiles: {
    args: z.tuple([z.object({ kind: z.enum(['media', 'template', 'table', 'bundle', 'any']), many: z.boolean() })]),
    answer: z.array(file),
  },
  chooseFolder: {
    args: none,
    answer: z.object({ name: words, files: z.array(file), truncated: z.boolean() }).nullable(),
  },
  watchFile: { args: z.tuple([token]), answer: watchedFile.nullable() },
  watchedFiles: { args: none, answer: z.array(watchedFile) },
  unwatchFile: { args: z.tuple([token]), answer: nothing },
  openWatchedFile: { args: z.tuple([token]), answer: z.boolean() },
  findFiles: { args: z.tuple([z.array(token).max(10_000)]), answer: z.array(file) },
  takeOpenedFiles: { args: none, answer: z.array(file) },
  saveFilm: { args: z.tuple([film]), answer: saveOutcome },
  saveBundle: { args: z.tuple([bundle]), answer: saveOutcome },
  saveFilmsZip: { args: z.tuple([filmsZip]), answer: saveOutcome },
  cancelSave: { args: z.tuple([save]), answer: nothing },
  saveFilms: {
    args: z.tuple([z.array(film).min(1).max(10_000)]),
    answer: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('done'),
        saved: z.array(savedFile),
        failed: z.array(z.object({ render: z.string(), reason: saveFailure })),
      }),
      z.object({ kind: z.literal('cancelled') }),
    ]),
  },
  showInFolder: { args: z.tuple([token]), answer: z.boolean() },
  openFile: { args: z.tuple([token]), answer: z.boolean() },
  setProgress: {
    args: z.tuple([
      z
        .object({ fraction: z.number().min(0).max(1).nullable(), state: z.enum(['normal', 'paused', 'error']) })
        .nullable(),
    ]),
    answer: nothing,
  },
  notify: {
    args: z.tuple([
      z.object({
        title: z.string().max(200),
        body: z.string().max(1000),
        route: z
          .string()
          .max(2048)
          .regex(/^(?:#|\/(?!\/))/)
          .nullable(),
      }),
    ]),
    answer: nothing,
  },
  setMenu: {
    args: z.tuple([
      z
        .array(
          z.object({
            label: menuLabel,
            role: z.enum(['file', 'edit', 'view', 'window', 'help']).optional(),
            items: menuItems,
          }),
        )
        .max(20),
    ]),
    answer: nothing,
  },
  secretStorage: {
    args: none,
    answer: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('safe'), backend: z.string() }),
      z.object({ kind: z.literal('weak'), backend: z.literal('basic_text') }),
      z.object({ kind: z.literal('unavailable') }),
    ]),
  },
  setSecret: {
    args: z.tuple([newSecret]),
    answer: z.discriminatedUnion('location', [
      z.object({ location: z.literal('stored'), storage: z.enum(['safe', 'weak']) }),
      z.object({ location: z.literal('memory'), reason: z.enum(['weak', 'unavailable']) }),
    ]),
  },
  listSecrets: {
    args: none,
    // The strict schema rejects any other field, such as the value of a secret.
    answer: z.array(
      z.strictObject({
        name: z.string(),
        kind: z.enum(['object-store', 'cluster']),
        hint: z.string().nullable(),
        state: z.enum(['stored', 'memory', 'locked']),
      }),
    ),
  },
  hasSecret: { args: z.tuple([secretName]), answer: z.boolean() },
  removeSecret: { args: z.tuple([secretName]), answer: nothing },
  settings: { args: none, answer: settings },
  changeSettings: {
    args: z.tuple([
      z
        .strictObject({ theme, language, api, allowHosts })
        .partial()
        // Remove `undefined` fields. Like omitted fields, they leave a setting unchanged.
        .transform((change) => Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))),
    ]),
    answer: settings,
  },
  chooseFfmpeg: { args: none, answer: settings },
  resetFfmpeg: { args: none, answer: settings },
  apiAccess: { args: none, answer: apiAccess },
  copyApiSecret: { args: none, answer: z.boolean() },
  renewApiSecret: { args: none, answer: apiAccess },
  workspace: { args: none, answer: location },
  chooseWorkspace: { args: none, answer: workspaceOutcome },
  moveWorkspace: { args: none, answer: workspaceOutcome },
  showWorkspace: { args: none, answer: nothing },
  serviceState: { args: none, answer: serviceState },
  restartService: { args: none, answer: nothing },
  theme: { args: none, answer: desktopTheme },
  setUnsaved: { args: z.tuple([z.boolean()]), answer: nothing },
  answerClose: { args: z.tuple([z.object({ id: z.int(), stay: z.boolean() })]), answer: nothing },
};

/** The events that the main process can send, with the schemas that check them before sending. */
export const desktopEvents: EventTable = {
  serviceState,
  theme: desktopTheme,
  closeRequested: z.object({ id: z.int() }),
  filesOpened: z.object({ count: z.int() }),
  filesOffered: z.object({ files: z.array(file) }),
  saveProgress: z.object({ save, done: z.number(), total: z.number() }),
  action: z.object({ id: z.string() }),
  navigate: z.object({ route: z.string() }),
  power: z.object({ state: z.enum(['suspended', 'resumed']) }),
  settings,
  workspaceMove: z.object({ bytes: z.number(), total: z.number() }).nullable(),
};
