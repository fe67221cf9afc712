import './ui/tokens.css'
import './ui/reset.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { decider, playground, restoreNotice } from './scenario/playground.ts'
import { keep } from './scenario/storage.ts'
import { notify } from './shell/notices.ts'

// Decides while the page is being drawn.
decider()
keep(playground, notify)
if (restoreNotice !== undefined) notify(restoreNotice)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
