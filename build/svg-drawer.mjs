import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';

const source = path.join(root, 'build', 'svg-drawer', 'svg-drawer.wasm');
const target = path.join(root, 'out', 'kernels', 'svg-drawer.wasm');

/** Copies the module that draws SVG next to the kernels, unless it is already there. */
export function provideSvgDrawer() {
  if (existsSync(target) && readFileSync(target).equals(readFileSync(source))) return;
  mkdirSync(path.dirname(target), { recursive: true });
  copyFileSync(source, target);
}
