/** Saves a text as a file, as the browser saves what is downloaded. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Later: the browser has not read it yet.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
