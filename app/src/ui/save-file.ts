/** Saves a text or a blob as a file, by a download of the browser. */
export function saveFile(name: string, content: string | Blob, type = 'application/yaml'): void {
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoked later, because the browser has not read it yet.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The longest file name, without its ending. Characters. */
const LONGEST = 60

/** Names that Windows reserves, with any ending. */
const TAKEN = /^(con|prn|aux|nul|com\d|lpt\d)$/

/** The file name for a scenario, or for a picture of it: the title in letters, digits and dashes. */
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
