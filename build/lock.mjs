import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './paths.mjs';

const LOCK = path.join(root, 'out', 'set-up.lock');
/**
 * The maximum age of a lock, longer than any set-up takes. An older lock is stale, even if a process with its id
 * exists.
 */
const MAX_AGE_MS = 30 * 60_000;

/**
 * Runs work while no other set-up of this checkout runs. Waits for the other set-ups first.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withLock(work) {
  mkdirSync(path.dirname(LOCK), { recursive: true });
  while (!take()) {
    clearAbandoned();
    await wait(100);
  }
  const release = () => rmSync(LOCK, { force: true });
  process.on('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Removes the lock of a set-up that was killed. Renames the lock first, so that only one of several processes removes
 * it.
 */
function clearAbandoned() {
  try {
    const holder = Number(readFileSync(LOCK, 'utf8'));
    const age = Date.now() - statSync(LOCK).mtimeMs;
    // While another process writes its lock file, the file is empty and less than a second old.
    if (age < 1000 || (age < MAX_AGE_MS && holder > 0 && isAlive(holder))) return;
    const aside = `${LOCK}.${process.pid}`;
    renameSync(LOCK, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
