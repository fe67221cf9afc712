import { describe, expect, it } from 'vitest'
import { CHANGING } from './kubectl-changing.ts'
import { CONNECTING } from './kubectl-connecting.ts'
import { CREATING } from './kubectl-creating.ts'
import { kubectlFamily } from './kubectl-family.ts'
import { LOOKING, readKubectlLooking } from './kubectl-looking.ts'
import { readRequest } from './read-request.ts'

const FAMILIES = { looking: LOOKING, changing: CHANGING, connecting: CONNECTING, creating: CREATING }

describe('the family of a command', () => {
  it.each(
    Object.entries(FAMILIES).flatMap(([family, readers]) => Object.keys(readers).map((command) => [command, family])),
  )('%s is read among the %s ones', (command, family) => {
    expect(kubectlFamily(`kubectl ${command} x`)).toBe(family)
    expect(kubectlFamily(`kubectl ${command}`)).toBe(family)
  })

  it.each([
    'kubectl -n prod get pods',
    'kubectl -nprod get pods',
    "kubectl --as system:serviceaccount:prod:sa --as-group='a b' --as-group devs  get pods",
    'kubectl --as "" --context=a --namespace delete get pods',
    'kubectl \\\n  --as jane \\\n  -n \\\n prod \\\r\n  rollout \\\n  status deployment/web',
  ])('shows behind flags: %s', (text) => {
    expect(kubectlFamily(text)).toBe('looking')
    expect(readKubectlLooking(text)).toEqual(readRequest({ form: 'kubectl', text }))
  })

  it.each([
    'kubectl --as "$USER" get pods',
    'kubectl --as jane\\ doe get pods',
    'kubectl --watch get pods',
    'kubectl -n',
    'kubectl -n get',
    'kubectl rollout',
    'kubectl rollout -n prod status x',
    'kubectl top-pod',
    'kubectl',
    'get pods',
    'kubectl constructor',
    '',
    'kubectl get-pods',
  ])('does not show at a glance: %s', (text) => {
    expect(kubectlFamily(text)).toBeUndefined()
  })
})
