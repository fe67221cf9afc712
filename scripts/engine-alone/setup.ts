import { vi } from 'vitest'

// Runs before each of the engine's test files: whichever module tries to load one of these fails there and then.
const outOfReach = vi.hoisted(() => (name: string) => () => {
  throw new Error(`the engine does without ${name}`)
})

vi.mock('react', outOfReach('react'))
vi.mock('react-dom', outOfReach('react-dom'))
vi.mock('zustand', outOfReach('zustand'))
vi.mock('monaco-editor', outOfReach('monaco-editor'))
vi.mock('mermaid', outOfReach('mermaid'))
