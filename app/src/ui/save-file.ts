/** Saves a text, or something made already, as a file, as the browser saves what is downloaded. */
export function saveFile(name: string, content: string | Blob, type = 'application/yaml'): void {
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Later: the browser has not read it yet.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
