import '../ui/tokens.css'
import '../ui/reset.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keep, playground, restoreNotice, workerApi } from '../session/index.ts'
import { missing, notify } from '../ui/index.ts'
import { App } from './App.tsx'

// Decides while the page is being drawn.
workerApi()
keep(playground, notify)
if (restoreNotice !== undefined) notify(restoreNotice)

/** How long the page waits for the scenario of a link before it shows another one. Milliseconds. */
const PATIENCE = 2000
addEventListener('hashchange', () => void arrive())
await Promise.race([arrive(), new Promise((late) => setTimeout(late, PATIENCE))])

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

/** Opens the scenario in the hash of the address, if there is one. Never rejects. */
async function arrive(): Promise<void> {
  const { hash } = location
  // A hash of letters alone names a place on the page, such as `#answer`.
  if (/^#?[a-z]*$/.test(hash)) return
  try {
    const { openLink } = await import('./open-link.ts')
    await openLink(hash)
  } catch {
    missing('What opens links', () => void arrive())
  }
}
