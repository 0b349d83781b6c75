/**
 * What programs of a test are started with: what one of them was told by FFmpeg of itself the next ones of the same run
 * know too.
 */
export function testEnvironment(): NodeJS.ProcessEnv {
  const folder = process.env['SCENEWRIGHT_TEST_MEDIA'];
  return folder === undefined ? process.env : { ...process.env, SCENEWRIGHT_CACHE: folder };
}
