/** Downloads a text as a file. */
export function downloadText(text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  downloadUrl(url, name);
  // The download has started before the next task, so the address can be released then.
  setTimeout(() => URL.revokeObjectURL(url));
}

/** Downloads the content of an address. */
export function downloadUrl(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
