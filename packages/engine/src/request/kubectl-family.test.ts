import { describe, expect, it } from 'vitest'
import { CHANGING } from './kubectl-changing.ts'
import { CONNECTING } from './kubectl-connecting.ts'
import { CREATING } from './kubectl-creating.ts'
import { kubectlFamily } from './kubectl-family.ts'
import { LOOKING } from './kubectl-looking.ts'

const FAMILIES = { looking: LOOKING, changing: CHANGING, connecting: CONNECTING, creating: CREATING }

describe('the family of a command', () => {
  it.each(
    Object.entries(FAMILIES).flatMap(([family, readers]) => Object.keys(readers).map((command) => [command, family])),
  )('%s is read among the %s ones, or after a look at all', (command, family) => {
    expect([family, undefined]).toContain(kubectlFamily(`kubectl ${command} x`))
    if (!command.startsWith('rollout')) expect(kubectlFamily(`kubectl ${command}`)).toBe(family)
  })

  it.each([
    'kubectl -n prod get pods',
    'kubectl rollout status x',
    'kubectl',
    'get pods',
    'kubectl constructor',
    '',
    'kubectl get-pods',
  ])('does not show at a glance: %s', (text) => {
    expect(kubectlFamily(text)).toBeUndefined()
  })
})
