/** The menu of what is selected in the picture; a null makes a line. */
export const layerMenu = [
  'edit/cut',
  'edit/copy',
  'edit/paste',
  'edit/duplicate',
  null,
  'layer/forward',
  'layer/backward',
  'layer/group',
  'layer/ungroup',
  null,
  'effects/copy',
  'effects/paste',
  null,
  'layer/show-alone',
  'layer/lock',
  'scene/rename',
  'scene/toggle-enabled',
  null,
  'edit/delete',
] as const;

/** The menu of a place where nothing is. */
export const emptyMenu = ['edit/paste', null, 'layer/insert', 'text/add', 'shape/add'] as const;
