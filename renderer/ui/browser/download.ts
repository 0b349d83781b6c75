export function downloadText(text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  downloadUrl(url, name);
  // The download starts before the next task, so the URL can be revoked then.
  setTimeout(() => URL.revokeObjectURL(url));
}

/** Downloads the content of a URL. */
export function downloadUrl(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
