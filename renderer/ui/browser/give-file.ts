/** Hands a text to the person as a file. */
export function giveText(text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  giveUrl(url, name);
  // The download has taken it up by the next turn.
  setTimeout(() => URL.revokeObjectURL(url));
}

/** Has the browser download what is at an address. */
export function giveUrl(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
