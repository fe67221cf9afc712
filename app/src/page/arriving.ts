import { missing } from '../ui/index.ts'

/** Opens the scenario that the address holds behind its `#`, if it holds one. Never rejects. */
export async function arrive(): Promise<void> {
  const { hash } = location
  // Letters alone are a place on the page, such as `#answer`.
  if (/^#?[a-z]*$/.test(hash)) return
  try {
    const { openLink } = await import('./open-link.ts')
    await openLink(hash)
  } catch {
    missing('What opens links', () => void arrive())
  }
}
