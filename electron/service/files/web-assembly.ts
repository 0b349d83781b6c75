/** Returns the sentence for users whose Node has WebAssembly turned off; null if it is on. */
export function missingWebAssembly(): string | null {
  if ((globalThis as { readonly WebAssembly?: unknown }).WebAssembly !== undefined) return null;
  return (
    'Node runs without WebAssembly, which Scenewright needs. ' +
    'Remove --jitless and --no-expose-wasm from the options of Node and from NODE_OPTIONS.'
  );
}
