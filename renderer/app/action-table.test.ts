import { expect, test } from 'vitest';
import { isEnabled } from '#renderer/actions/action.ts';
import { keyConflicts, refusedByPress } from '#renderer/actions/keys.ts';
import { actionContext } from '#renderer/actions/testing/action-context.ts';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { catalogues } from '#renderer/strings/language.ts';
import { parseKeys } from '#renderer/ui/format/keys.ts';
import { actionTable } from './action-table.ts';
import { menuTemplate } from './menu-template.ts';

test('every action has a unique id', () => {
  const ids = actionTable.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('all keys of the table can be parsed', () => {
  const keys = actionTable.flatMap((action) => action.keys ?? []);
  expect(keys.filter((key) => parseKeys(key) === null)).toEqual([]);
});

test('no two actions on a screen share a key', () => {
  expect(keyConflicts(actionTable, {})).toEqual([]);
});

test('conflicts between user-defined keys are reported', () => {
  expect(keyConflicts(actionTable, { 'scene/split': ['Mod+Z'], 'play/mute': [] })).toEqual([
    { keys: 'Mod+Z', actions: ['edit/undo', 'scene/split'] },
  ]);
});

test('the same keys on two screens do not conflict', () => {
  const one = { id: 'a', scope: 'editor', keys: ['Del'] } as const;
  const other = { id: 'b', scope: 'projects', keys: ['Delete'] } as const;
  expect(keyConflicts([one, other], {})).toEqual([]);
  expect(keyConflicts([one, { ...other, scope: 'global' }], {})).toEqual([{ keys: 'Delete', actions: ['a', 'b'] }]);
});

test('every key in the design document has an action', () => {
  const requested =
    'Space J K L , . ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight Home End ArrowUp ArrowDown I O Q W S B Delete ' +
    'Mod+D Mod+C Mod+X Mod+V Mod+A Mod+Z Mod+Shift+Z Mod+Y N M Plus Minus Shift+Z G Mod+S Mod+E Mod+K ? F6';
  const keys = new Set(actionTable.flatMap((action) => action.keys ?? []));
  expect(requested.split(' ').filter((each) => !keys.has(each))).toEqual([]);
});

test('editor actions are disabled outside the editor', () => {
  const context = actionContext();
  const enabled = actionTable.filter((action) => isEnabled(action, context)).map(({ id }) => id);
  expect(enabled).toEqual([
    'render/queue',
    'template/open-file',
    'render/render-outdated',
    'project/import',
    'design/new',
    'app/farm',
    'app/palette',
    'app/guide',
    'app/keys',
    'app/next-area',
    'app/previous-area',
    'app/settings',
    'theme/dark',
    'theme/light',
    'theme/system',
    'project/create',
    'project/search',
  ]);
  expect(actionTable.filter((action) => action.label(catalogues.en, context) === '')).toEqual([]);
});

test('the menu bar has the items of the action table', () => {
  const menus = menuTemplate(actionTable, actionContext(), { 'edit/undo': ['Mod+U'] });
  expect(menus.map(({ label }) => label)).toEqual(['File', 'Edit', 'Insert', 'View', 'Play', 'Go', 'Help']);
  expect(menus[1]?.items[0]).toEqual({
    kind: 'action',
    id: 'edit/undo',
    label: 'Undo',
    keys: 'Mod+U',
    enabled: false,
    textRole: 'undo',
  });
});

test('neighboring toolbar buttons have different icons', () => {
  const iconsOf = (...ids: readonly string[]) =>
    ids.map((id) => {
      const icon = actionTable.find((action) => action.id === id)?.icon;
      if (icon === undefined) throw new Error(`${id} has an icon`);
      return icon;
    });
  const beside = [
    ['play/start', 'play/frame-back', 'play/toggle', 'play/frame-forward', 'play/end'],
    ['play/loop', 'play/mute', 'preview/safe-areas', 'preview/full-screen', 'preview/exact-frame'],
    ['timeline/select', 'timeline/blade', 'scene/split', 'edit/cut', 'edit/copy', 'edit/delete', 'timeline/snapping'],
    ['timeline/zoom-out', 'timeline/zoom-in', 'timeline/zoom-fit', 'preview/full-screen'],
  ];
  for (const ids of beside) expect(new Set(iconsOf(...ids)).size).toBe(ids.length);
});

test('Ctrl+G groups layers outside of texts', () => {
  const editing = { inDialog: false, area: '', takesKey: false };
  const press = {
    key: 'g',
    code: 'KeyG',
    ctrlKey: true,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    repeat: false,
  };
  const setting = { actions: actionTable, bindings: {}, mac: false };
  const actionIn = (inText: boolean) =>
    refusedByPress(press, { ...editing, inText }, { ...setting, context: actionContext({ editor: openEditor() }) })
      ?.id ?? null;
  expect(actionIn(false)).toBe('layer/group');
  expect(actionIn(true)).toBeNull();
});
