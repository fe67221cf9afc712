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

/** Long enough to be told apart, short enough for a list of files. Characters. */
const LONGEST = 60

/** Names that Windows keeps for itself, whatever stands behind a dot. */
const TAKEN = /^(con|prn|aux|nul|com\d|lpt\d)$/

/** The name of the file that a scenario, or a picture of it, is saved as: its title in letters, digits and dashes. */
export function fileName(title: string, ending = 'yaml'): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const name = [...words]
    .slice(0, LONGEST)
    .join('')
    .replaceAll(/^-+|-+$/g, '')
  return `${name === '' || TAKEN.test(name) ? `scenario${name && `-${name}`}` : name}.${ending}`
}
